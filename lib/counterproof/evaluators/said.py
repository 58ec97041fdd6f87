"""What a trial answered, in the words in which keys are written: option letters, or a registered answer's text."""

from counterproof.domain.answer import Answer
from counterproof.domain.registration import Registration
from counterproof.domain.table_registration import TableRegistration
from counterproof.domain.tolerance import Target
from counterproof.domain.truth import values_text
from counterproof.evaluators.graders.number import NumberGrader, grade_numbers


def said(answer: Answer | None, registration: Registration) -> tuple[str, ...]:
    """The letters of an answer; for numbers the text of the registered answer within whose tolerance they lie.

    So every score that compares with the key or with the flip's answer counts numbers within the grader's tolerance.
    Other numbers are their own text. Nothing where nothing was answered.
    """
    if answer is None or not isinstance(registration, TableRegistration):
        return answer.choice if answer else ()
    if set(answer.fields) != set(registration.asked):
        return ()
    for text, truth in (
        (registration.key, registration.key_values),
        (registration.flip_to, registration.flip_values),
    ):
        if grade_numbers(dict(answer.fields), grader=number_grader(registration, truth)).passed:
            return (text,)
    return (values_text(answer.fields),)


def number_grader(registration: TableRegistration, truth: dict[str, float]) -> NumberGrader:
    """The tolerance grader of a table item around these true values."""
    targets = {name: Target(truth=truth[name], tolerance=field.tolerance) for name, field in registration.asked.items()}
    return NumberGrader(targets=targets)
