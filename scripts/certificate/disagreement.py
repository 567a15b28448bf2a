"""Two parts of a certificate that do not say the same."""


class Disagreement(Exception):
    """Two parts of a certificate do not say the same."""


def demand(holds, message):
    if not holds:
        raise Disagreement(message)
