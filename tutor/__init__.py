"""`tutor`: a lesson on equation 1 of the Transformer that makes a person compute it."""

__version__ = "1.0.0"
