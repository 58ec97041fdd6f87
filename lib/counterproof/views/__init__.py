"""What people look at: charts, tables and the trajectory stepper, drawn from records and result tables."""
