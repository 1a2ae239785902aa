"""A stand-in for torch, as far as the functions of the tests use it: tensors that only take tensors, in its own types.

It stands beside the learner's file where torch is not installed, so that what is handed over and read back is tried.
"""

TORCH = """
import numpy as np

float64, float32, bfloat16, bool = np.float64, np.float32, "bfloat16", np.bool_


class Tensor:
    def __init__(self, array):
        self.array = np.asarray(array)
        self.shape = self.array.shape
        self.dtype = f"torch.{self.array.dtype}"

    def __array__(self, *args, **kwargs):
        return self.array

    def detach(self):
        return self

    cpu = detach

    def transpose(self, one, other):
        return Tensor(np.swapaxes(self.array, one, other))

    T = property(lambda self: self.transpose(-1, -2))

    def masked_fill(self, mask, value):
        return Tensor(np.where(mask.array, value, self.array))

    def __invert__(self):
        return Tensor(~self.array)

    def __matmul__(self, other):
        return Tensor(self.array @ other.array)

    def __truediv__(self, number):
        return Tensor((self.array / number).astype(self.array.dtype))


def tensor(numbers, dtype=float64):
    return Tensor(np.array(numbers, dtype=dtype))


def as_tensor(value, dtype=float64):
    return Tensor(np.asarray(value, dtype=dtype))


def softmax(x, dim):
    if not isinstance(x, Tensor):
        raise TypeError("softmax(): argument 'input' must be Tensor, not ndarray")
    e = np.exp(x.array - x.array.max(axis=dim, keepdims=True))
    return Tensor(e / e.sum(axis=dim, keepdims=True))
"""
