"""From a specification to a metric and back: ``"chrf:word_order=2"`` <-> ``ChrF(word_order=2)``.

A specification is a metric's key, and after a colon its parameters, separated by commas. Values are written
as people write them: ``yes``/``no``, numbers, ``none``, and ``+`` between the elements of a list. A value
with commas, such as the specification of a parser with several parameters, stands in square brackets. Other
packages add metrics by an entry point in the group ``bolide.metrics`` whose name is the key.

>>> metric("chrf:word_order=2,lowercase=yes")
chrf:word_order=2,lowercase=yes
>>> _pairs("depth=3,parser=[spacy:model=en_core_web_sm,gpu=no]", "stm:...")
{'depth': '3', 'parser': 'spacy:model=en_core_web_sm,gpu=no'}
>>> metric("blue")
Traceback (most recent call last):
bolide.errors.SpecificationError: there is no metric 'blue': did you mean 'bleu'?
"""

import math
import types
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, fields
from functools import cache
from importlib import import_module
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from bolide.errors import BolideError, SpecificationError, suggestion
from bolide.metric import Metric, spell, wrong_choice

# Imported when asked for, so that `import bolide` stays fast.
BUILT_IN = {
    "bleu": "bolide.metrics.bleu:BLEU",
    "m-bleu": "bolide.metrics.bleu:MBLEU",
    "nist": "bolide.metrics.nist:NIST",
    "chrf": "bolide.metrics.chrf:ChrF",
    "ter": "bolide.metrics.ter:TER",
    "wer": "bolide.metrics.error_rates:WER",
    "per": "bolide.metrics.error_rates:PER",
    "cder": "bolide.metrics.error_rates:CDER",
    "gtm": "bolide.metrics.gtm:GTM",
    "meteor": "bolide.metrics.meteor:Meteor",
    "meteor-1.5": "bolide.metrics.meteor15:Meteor15",
    "precision": "bolide.metrics.meteor:Precision",
    "recall": "bolide.metrics.meteor:Recall",
    "f1": "bolide.metrics.meteor:F1",
    "fmean": "bolide.metrics.meteor:Fmean",
    "stm": "bolide.metrics.stm:STM",
    "tkm": "bolide.metrics.tkm:TKM",
    "hwcm": "bolide.metrics.hwcm:HWCM",
    "dstm": "bolide.metrics.stm:DSTM",
    "dtkm": "bolide.metrics.tkm:DTKM",
    "labelled": "bolide.metrics.labelled:Labelled",
}


@cache
def _plugins() -> dict[str, Any]:
    from importlib.metadata import entry_points  # takes 20 ms, and only unknown names need it

    return {point.name: point for point in entry_points(group="bolide.metrics")}


def names() -> tuple[str, ...]:
    """The keys of all metrics, built in and plugged in."""
    return tuple(dict.fromkeys((*BUILT_IN, *sorted(_plugins()))))


@cache
def metric_class(key: str) -> type[Metric]:
    """The class that a key stands for."""
    if key in BUILT_IN:
        module, name = BUILT_IN[key].split(":")
        return getattr(import_module(module), name)  # type: ignore[no-any-return]
    if key in _plugins():
        point = _plugins()[key]
        try:
            found = point.load()
        except Exception as error:
            raise SpecificationError(
                f"the metric {key!r} of {point.value} cannot be loaded ({error}): reinstall or remove it"
            ) from error
        if not (isinstance(found, type) and issubclass(found, Metric)):
            raise SpecificationError(
                f"the metric {key!r} of {point.value} is no class that extends bolide.Metric: reinstall or"
                " remove it"
            )
        return found
    raise SpecificationError(f"there is no metric {key!r}: {suggestion(key, names())}")


def metric(specification: str | Metric, shared: Mapping[str, str] | None = None) -> Metric:
    """The metric that a specification describes; a metric is returned as it is.

    ``shared`` are values of parameters that the specification does not name, where the metric has them.

    >>> metric("chrf:lowercase=no", {"lowercase": "yes", "word_order": "2", "depth": "3"})
    chrf:word_order=2
    """
    if isinstance(specification, Metric):
        return specification
    if not isinstance(specification, str):
        raise SpecificationError(
            f'a metric is named by a string such as "bleu" or "chrf:word_order=2", not by'
            f" {type(specification).__name__}"
        )
    key, _, rest = specification.strip().partition(":")
    kind = metric_class(key)
    known = {parameter.name for parameter in parameters(kind)}
    added = {name: value for name, value in (shared or {}).items() if name in known}
    return build(kind, {**added, **_pairs(rest, specification)})


def metrics(specifications: str | Metric | Iterable[str | Metric]) -> list[Metric]:
    """One or several specifications as a list of metrics."""
    if isinstance(specifications, (str, Metric)):
        specifications = [specifications]
    if not isinstance(specifications, Iterable):
        raise SpecificationError(f"the metrics are a {type(specifications).__name__}, but a list is needed")
    found = [metric(each) for each in specifications]
    if not found:
        raise SpecificationError("no metric is named: name at least one, for example bleu")
    check_distinct(found)
    return found


def check_distinct(found: Sequence[Metric]) -> None:
    """Raise if a metric stands twice, whose scores would otherwise pass for two runs of a system."""
    for place, each in enumerate(found):
        if each in found[:place]:
            raise SpecificationError(f"{each!r} is named twice: name each metric once")


def build(kind: type[Metric], values: dict[str, str]) -> Metric:
    """A metric of this class with parameters given as strings."""
    known = {f.name: f for f in parameters(kind)}
    types_ = get_type_hints(kind)
    given = {}
    for name, text in values.items():
        if name not in known:
            hint = suggestion(name, known) if known else "it has none"
            raise SpecificationError(f"{kind.key} has no parameter {name!r}: {hint}")
        given[name] = _value(text, types_[name], f"{kind.key}:{name}", known[name])
    try:
        return kind(**given)
    except BolideError:
        raise
    except (TypeError, ValueError) as error:
        raise SpecificationError(f"{kind.key}: {error}") from error


def parameters(kind: type[Metric]) -> list[Field[Any]]:
    """The parameters of a metric, in order."""
    return [f for f in fields(kind) if f.init and f.repr]


def _pairs(text: str, specification: str) -> dict[str, str]:
    pairs: dict[str, str] = {}
    for part in filter(None, (p.strip() for p in _parts(text, specification))):
        name, equals, value = part.partition("=")
        if not equals or not name.strip():
            raise SpecificationError(
                f"{specification!r} cannot be read at {part!r}: write name=value, as in chrf:word_order=2"
            )
        if name.strip() in pairs:
            raise SpecificationError(f"{specification!r} names {name.strip()!r} twice: name it once")
        value = value.strip()
        pairs[name.strip()] = value[1:-1] if value.startswith("[") and value.endswith("]") else value
    return pairs


def _parts(text: str, specification: str) -> list[str]:
    """What stands between commas that are not in square brackets."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "[") - (character == "]")
        if character == "," and not depth:
            parts.append("")
        else:
            parts[-1] += character
        if depth < 0:
            break
    if depth:
        raise SpecificationError(
            f"{specification!r} has a square bracket that has no other: close or drop it"
        )
    return parts


_TRUTH = {
    "yes": True,
    "true": True,
    "on": True,
    "1": True,
    "no": False,
    "false": False,
    "off": False,
    "0": False,
}


def _value(text: str, kind: Any, where: str, parameter: Field[Any]) -> Any:
    """The value that ``text`` means for a parameter of type ``kind``."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        if type(None) in arguments and text.lower() == "none":
            return None
        return _value(text, next(a for a in arguments if a is not type(None)), where, parameter)
    if origin is Literal:
        by_spelling = {spell(choice): choice for choice in arguments}
        if text not in by_spelling:
            raise wrong_choice(where, text, arguments)
        return by_spelling[text]
    if origin is tuple:
        parts = text.split("+") if text and text.lower() != "none" else []
        return tuple(_value(part, arguments[0], where, parameter) for part in parts)
    if kind is bool:
        if text.lower() not in _TRUTH:
            raise SpecificationError(f"{where} cannot be {text!r}: write yes or no")
        return _TRUTH[text.lower()]
    if kind in (int, float):
        try:
            number = kind(text)
        except ValueError:
            number = math.nan
        if not math.isfinite(number):
            noun = "a whole number" if kind is int else "a number"
            raise SpecificationError(f"{where} cannot be {text!r}: write {noun}")
        return number
    return text
