"""Where items come from: readers that give checked items, or every problem found."""
