"""Every format of judgements, and what is said of a file that is not right."""

import numpy as np
import pytest

from bolide.errors import InputError, SpecificationError
from bolide.judgements import Judgements, read_folder, read_judgements


@pytest.fixture
def file(tmp_path):
    def write(text, name="people.tsv"):
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return str(path)

    return write


def table(rows):
    return "".join("\t".join(map(str, row)) + "\n" for row in rows)


PLAIN = [("system", "segment", "rater", "score"), ("A", 1, "x", 3), ("A", 2, "y", 4), ("A", 1, "y", 5)]


def test_plain(file):
    found = read_judgements(file(table(PLAIN)))
    assert found.judges == ("x", "y")
    assert found.table(["A"], ["1", "2", "3"])[0].tolist()[:2] == [4, 4]
    assert np.isnan(found.table(["A", "B"], ["1", "2", "3"])[1]).all()


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.csv", 'system,segment,value\nA,1,3\n"B, the second",1,4\n'),
        ("a.jsonl", '{"system": "A", "segment": 1, "score": 3}\n{"system": "B, the second", "segment": "1", "score": 4}\n'),
        ("a.tsv", "SYS\tSID\tRAW.SCR\nA\t1\t3\nB, the second\t1\t4\n"),
    ],
)  # fmt: skip
def test_other_tables_and_names(file, name, text):
    found = read_judgements(file(text, name))
    assert found.table(["A", "B, the second"], ["1"]).tolist() == [[3], [4]]
    assert not found.can_normalise


def test_a_table_by_spaces(file):
    found = read_judgements(
        file("SYS SID RAW.SCR Z.SCR\nonline-A 1 70 0.5\nonline-A 2 60 -0.5\n", "ad-seg-scores.csv")
    )
    assert found.table(["online-A"], ["1", "2"]).tolist() == [[70, 60]]


def test_a_column_by_name(file):
    path = file("system\tsegment\traw\tz\nA\t1\t70\t0.5\n")
    assert read_judgements(f"{path}:z").table(["A"], ["1"]).tolist() == [[0.5]]
    assert read_judgements(f"{path}:z,raw").dimensions == ("z", "raw")


def test_adequacy_fluency_and_their_mean(file):
    found = read_judgements(
        file(table([("system", "segment", "rater", "adequacy", "fluency"), ("A", 1, "x", 5, 2), ("A", 1, "y", 3, ""), ("A", 2, "x", "", 4)]))
    )  # fmt: skip
    assert found.choices == ("adequacy", "fluency", "combined")
    assert found.table(["A"], ["1"], "adequacy").tolist() == [[4]]
    assert found.table(["A"], ["1"], "fluency").tolist() == [[2]]
    assert found.table(["A"], ["1"]).tolist() == [[3]]
    assert np.isnan(found.table(["A"], ["2"])).all()  # adequacy is missing, so there is no combined score
    with pytest.raises(SpecificationError, match="did you mean 'fluency'"):
        found.table(["A"], ["1"], "fluencey")


def test_normalised_by_judge():
    rows = [("A", 1, "strict", 1), ("A", 2, "strict", 3), ("A", 1, "lenient", 80), ("A", 2, "lenient", 90)]
    found = Judgements.of([*rows, ("A", 1, "flat", 5), ("A", 2, "flat", 5)], ["score"])
    half = 1 / np.sqrt(2)
    expected = [[-half * 2 / 3, half * 2 / 3]]  # the judge who sees no difference counts as 0
    np.testing.assert_allclose(found.table(["A"], ["1", "2"], normalised=True), expected)


MQM = [
    ("system", "doc", "doc_id", "seg_id", "rater", "source", "target", "category", "severity"),
    ("A", "d", 1, 7, "r1", "s", 't "q"', "Accuracy/Mistranslation", "Major"),
    ("A", "d", 1, 7, "r1", "s", "t", "Fluency/Punctuation", "minor"),
    ("A", "d", 1, 7, "r2", "s", "t", "Style/Awkward", "Minor"),
    ("A", "d", 2, 8, "r1", "s", "t", "Non-translation!", "Major"),
    ("A", "d", 3, 9, "r1", "s", "t", "No-error", "No-error"),
    ("A", "d", 4, 10, "r2", "s", "t", "Fluency/Punctuation", "Major"),
    ("A", "d", 5, 11, "r2", "s", "t", "Accuracy/Omission", "Neutral"),
]


def test_mqm(file):
    found = read_judgements(file(table(MQM)))
    assert found.dimensions == ("mqm",)
    expected = [-(5 + 0.1 + 1) / 2, -25, 0, -5, 0]
    np.testing.assert_allclose(found.table(["A"], ["7", "8", "9", "10", "11"]), [expected])


DA = """engdeu1,A,1,TGT,eng,deu,70,doc1,False,1600.1,1609.2
engdeu1,A,1,BAD,eng,deu,10,doc1#bad,False,1600.1,1609.2
engdeu1,A,0,TGT,eng,deu,66,doc1,True,1600.1,1609.2
engdeu1,A,1,TGT,eng,deu,90,doc1,False,1700.1,1709.2
engdeu2,A,1,TGT,eng,deu,60,doc1,False,1600.1,1609.2
"""
ESA = (
    DA.replace("False,1", "False,[],1")
    .replace("True,1", "True,[],1")
    .replace("70,doc1,False,[]", '70,doc1,False,"[{""start_i"":1,""end_i"":2,""severity"":""minor""}]"')
)


@pytest.mark.parametrize(("text", "name"), [(DA, "da"), (ESA, "esa")])
def test_exports_of_wmt(file, text, name):
    found = read_judgements(file(text, "scores.csv"))
    assert found.dimensions == (name,)
    assert found.judges == ("engdeu1", "engdeu2")
    assert found.table(["A"], ["1"]).tolist() == [[(80 + 60) / 2]]


@pytest.mark.parametrize(
    ("text", "name", "message"),
    [
        ("segment\tscore\n1\t2\n", "a.tsv", "there is no column 'system'"),
        ("system\tscore\nA\t2\n", "a.tsv", "there is no column 'segment'"),
        ("system\tsegment\trater\nA\t2\tx\n", "a.tsv", "no column of judgements such as score, or adequacy"),
        ("system\tsegment\tscore\n", "a.tsv", "there are no rows below"),
        ("system\tsegment\tscore\nA\t1\tgood\n", "a.tsv", "line 2, column score: the judgement is 'good'"),
        ("system\tsegment\tscore\nA\t1\tinf\n", "a.tsv", "line 2, column score: the judgement is 'inf'"),
        ("system\tsegment\tscore\nA\t\t1\n", "a.tsv", "line 2: the column segment is empty"),
        (table([*PLAIN, ("A", 2, "y", 1)]), "a.tsv", "line 5: y has judged segment 2 of A before, in line 3"),
        ("lp\tsystem\tsegment\tscore\nde\tA\t1\t2\nfr\tA\t1\t2\n", "a.tsv", "line 3: a judgement of fr follows"),
        (table([*MQM, ("A", "d", 1, 7, "r", "s", "t", "Style", "Majr")]), "a.tsv", "line 9: there is no severity 'Majr': did you mean 'major'"),
        (table([row[4:] for row in MQM]), "a.tsv", "there is no column 'system'"),
        (table([row[:3] + row[4:] for row in MQM]), "a.tsv", "there is no column seg_id"),
        (DA + "x,A,1,TGT,eng,deu,7,doc1\n", "a.csv", "line 6: 8 cells, but the first line has 11"),
        (DA + DA.replace("deu,", "fra,"), "a.csv", "line 6: judgements of eng-fra follow those of eng-deu"),
        (DA.replace(",90,", ",?,"), "a.csv", "line 4: the score is '?'"),
        (DA.replace("TGT", "BAD"), "a.csv", "there is no judgement: every row is a check"),
    ],
)  # fmt: skip
def test_what_is_wrong_with_a_file(file, text, name, message):
    path = file(text, name)
    with pytest.raises(InputError) as error:
        read_judgements(path)
    assert path in str(error.value)
    assert message in str(error.value)


def test_judgements_must_be_of_these_texts(file):
    found = read_judgements(file(table(PLAIN)))
    found.check(["A", "B"], ["1", "2"])
    with pytest.raises(
        InputError, match=r"people.tsv, line 3: there is no segment '2' in the test set, which has 1"
    ):
        found.check(["A"], ["1"])
    with pytest.raises(InputError, match="judges none of the systems B, but A"):
        found.check(["B"], ["1", "2"])
    more = Judgements.of([("online-A", 1, "x", 1), ("B", 1, "x", 1)], ["score"], "people.tsv")
    with pytest.raises(InputError, match="no judgement of 'onlineA': did you mean 'online-A'"):
        more.check(["onlineA", "B"], ["1"])


def folder(file, extra=()):
    for name, text in {
        "set/ref.A.txt": "one\ntwo\n",
        "set/sys/A.txt": "one\ntwo\n",
        "set/sys/B.txt": "one\nto\n",
        "set/human/seg.tsv": "system\tseg\tscore\nA\t1\t3\nB\t1\t2\nC\t1\t9\n",
        "set/human/seg.mqm.tsv": "system\tseg\tscore\nA\t2\t-1\n",
        "set/human/sys.tsv": "system\tscore\nA\t0.5\nB\t0.1\nC\t0.9\n",
        **dict(extra),
    }.items():
        path = file(text, name)
    return path[: path.index("/set/") + 4]


def test_a_folder(file):
    found = read_folder(folder(file))
    assert [system.name for system in found.systems] == ["A", "B"]
    assert found.judgements.overall == {"A": 0.5, "B": 0.1, "C": 0.9}
    assert found.leaving_one_out() == [found]
    assert read_folder(folder(file), "mqm").judgements.table(["A"], ["2"]).tolist() == [[-1]]


def test_systems_that_are_references_are_left_out_of_them(file):
    extra = {"set/ref.B.txt": "one\nto\n"}.items()
    one, other = read_folder(folder(file, extra)).leaving_one_out()
    assert [list(group) for group in one.test_set.references] == [["one"], ["to"]]
    assert [list(group) for group in other.test_set.references] == [["one"], ["two"]]
    assert [system.name for part in (one, other) for system in part.systems] == ["A", "B"]


def test_a_mixed_system_is_one_a_pair(file):
    extra = {"set/human/seg.tsv": "system\tseg\tscore\tpair\nA\t1\t3\tde-en\nA\t2\t2\tfr-en\n"}.items()
    path = folder(file, extra)
    import pathlib

    (pathlib.Path(path) / "sys" / "B.txt").unlink()
    found = read_folder(path)
    assert not found.comparable
    names = [system.name for system in found.systems]
    assert names == ["de-en", "fr-en"]
    there = ~np.isnan(found.judgements.table(names, found.test_set.ids))
    assert there.tolist() == [[True, False], [False, True]]


@pytest.mark.parametrize(
    ("extra", "human", "message"),
    [
        ({}, "da", "there are no judgements 'da': choose from the nameless ones, mqm"),
        ({"set/sys/B.txt": "one\n"}, None, "B has 1 segment, but the references have 2"),
        ({"set/human/sys.tsv": "name\tscore\nA\t1\n"}, None, "the columns system and score are needed"),
        ({"set/human/sys.tsv": "system\tscore\nA\tx\n"}, None, "line 2: the score is 'x'"),
    ],
)
def test_what_is_wrong_with_a_folder(file, extra, human, message):
    with pytest.raises(InputError, match=message):
        read_folder(folder(file, extra.items()), human)


def test_no_such_folder(tmp_path):
    with pytest.raises(InputError, match="there is no such folder"):
        read_folder(str(tmp_path / "none"))
    with pytest.raises(InputError, match="neither sys/ and human/ nor"):
        read_folder(str(tmp_path))


def metrics_folder(file, extra=()):
    for name, text in {
        "wmt/references/en-de.refA.txt": "eins\nzwei\n",
        "wmt/documents/en-de.docs": "news d1\nnews d2\n",
        "wmt/system-outputs/en-de/A.txt": "eins\nzwei\n",
        "wmt/system-outputs/en-de/refA.txt": "eins\nzwei\n",
        "wmt/system-outputs/en-de/B.txt": "ein\nzwo\n",
        "wmt/human-scores/en-de.mqm.seg.score": "A -1\nA None\nB\t-2\nB 0\nrefA 0\nrefA 0\n",
        "wmt/human-scores/en-de.mqm.sys.score": "A -1\nB -1\nrefA None\n",
        "wmt/metric-scores/en-de/COMET-refA.seg.score": "A 0.9\nA 0.8\nB 0.5\nB 0.6\nrefA 1\nrefA 1\n",
        **dict(extra),
    }.items():
        path = file(text, name)
    return path[: path.index("/wmt/") + 4]


def test_the_layout_of_mt_metrics_eval(file):
    found = read_folder(metrics_folder(file))
    assert [system.name for system in found.systems] == ["A", "B"]
    assert found.test_set.documents == ("d1", "d2")
    values = found.judgements.table(["A", "B"], ["1", "2"])
    np.testing.assert_array_equal(values, [[-1, np.nan], [-2, 0]])
    assert found.judgements.overall == {"A": -1, "B": -1}
    (comet,) = found.metrics
    assert comet.label == "COMET-refA"
    assert comet.values["B"] == [0.5, 0.6]


@pytest.mark.parametrize(
    ("extra", "arguments", "message"),
    [
        ({}, {"pair": "en-dee"}, "--pair did you mean 'en-de'"),
        ({"wmt/system-outputs/zh-en/A.txt": "x\n"}, {}, "--pair choose from: en-de, zh-en"),
        ({}, {"human": "esa"}, "--human choose from: mqm"),
        ({"wmt/human-scores/en-de.mqm.seg.score": "A -1\nB -2\n"}, {}, "A has 1 scores, but 2 are needed"),
        ({"wmt/human-scores/en-de.mqm.seg.score": "A\n"}, {}, "line 1: a system and a score are needed"),
        ({"wmt/metric-scores/en-de/X.seg.score": "A x\n"}, {}, "line 1: the score is 'x'"),
    ],
)
def test_what_is_wrong_with_that_layout(file, extra, arguments, message):
    with pytest.raises(InputError, match=message):
        read_folder(metrics_folder(file, extra.items()), **arguments)


def test_the_demo():
    found = read_judgements("demo/judgements.tsv")
    assert found.judges == ("ida", "marek", "ruth")
    assert len(found.system) == 4 * 72 * 3
    assert found.can_normalise
