"""The parts of the model that PyTorch trains; and what is shipped finds what was trained."""

import itertools

import numpy as np
import pytest

torch = pytest.importorskip("torch", reason="needs PyTorch, which training alone needs")

from bolide.kernels import chart  # noqa: E402
from bolide.syntax import Tree  # noqa: E402
from bolide.syntax.model import Model as Shipped  # noqa: E402
from training.__main__ import Trainer  # noqa: E402
from training.export import export  # noqa: E402
from training.layers import LogPartition, Model  # noqa: E402
from training.trees import Alphabet  # noqa: E402

torch.set_num_threads(1)
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.mark.parametrize("n", [1, 2, 3, 6])
def test_the_sum_over_all_bracketings_and_its_gradient(n):
    scores = torch.randn(3, n + 1, n + 1, dtype=torch.float64, requires_grad=True)
    assert torch.autograd.gradcheck(LogPartition.apply, scores)
    [gradient] = torch.autograd.grad(LogPartition.apply(scores).sum(), scores)
    for one, probable in zip(scores, gradient, strict=True):
        assert chart.marginals(one.detach().numpy()) == pytest.approx(probable.numpy())


@pytest.mark.parametrize(("n", "trees"), [(1, 1), (2, 2**2), (3, 3 * 2**3), (4, 11 * 2**4)])
def test_the_sum_counts_every_bracketing_once(n, trees):
    """Schröder's numbers, each word bare or not."""
    assert LogPartition.apply(torch.zeros(1, n + 1, n + 1)).exp().item() == pytest.approx(trees)


def test_what_a_model_thinks_of_a_sentence_is_its_best_tree_where_that_is_certain():
    torch.manual_seed(2)
    tree = Tree.read("(TOP (S (NP-SBJ (DT The) (NN dog)) (VP (VBD barked) (NP (DT the) (NN cat))) (. .)))")
    alphabet = Alphabet.of([tree] * 30, ["the", "dog"])
    sizes = {"hidden": 16, "shape": 4, "affix": 8, "bracket": 8, "label": 8, "drop": 0.0}
    model = Model(
        torch.randn(5, 6), len(alphabet.tags), len(alphabet.chains), len(alphabet.functions), **sizes
    )
    trainer = Trainer(alphabet, model)
    assert min(trainer.guess([tree.words], least=0.0)[0].weights) < 0.1  # nothing is certain yet
    optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
    for _ in range(150):
        optimizer.zero_grad()
        trainer.loss([alphabet.example(tree)]).backward()
        optimizer.step()
    [guess] = trainer.guess([tree.words], least=0.5)
    example = alphabet.example(tree)
    assert sorted(alphabet.numbered(guess).spans) == sorted(example.spans)
    assert min(guess.weights) > 0.9
    assert guess.tags == tree.tags
    assert trainer.parse([tree.words]) == [tree]


def test_what_is_shipped_gives_the_scores_that_were_trained(tmp_path):
    torch.manual_seed(1)
    tree = Tree.read("(TOP (S (NP-SBJ (DT The) (NN dog)) (VP (VBD barked)) (. .)))")
    words = ["the", "dog", "barked"]
    alphabet = Alphabet.of([tree] * 30, words)
    sizes = {"hidden": 24, "shape": 8, "affix": 16, "bracket": 16, "label": 16}
    model = Model(
        torch.randn(6, 20), len(alphabet.tags), len(alphabet.chains), len(alphabet.functions), **sizes
    )
    trainer = Trainer(alphabet, model)
    trainer.save(tmp_path / "model.pt")
    export(tmp_path / "model.pt", tmp_path / "model.npz")
    again = Trainer.load(tmp_path / "model.pt")
    again.model.eval()
    sentences = [["The", "dog", "barked", "."], ["Dogs", "and", "cats", "sleep"]]
    features = torch.tensor([alphabet.sentence(s) for s in sentences])
    with torch.no_grad():
        tags, brackets, begin, end = again.model(features)
    for row, scores in enumerate(Shipped(tmp_path / "model.npz").scores(sentences)):
        assert scores.brackets == pytest.approx(brackets[row].numpy(), abs=0.02)
        pairs = np.triu_indices(5, 1)
        chains, _ = again.model.labels(begin[row, pairs[0]], end[row, pairs[1]])
        assert scores.labels == pytest.approx(chains[:, 1:].softmax(-1).detach().numpy(), abs=0.02)
        assert all(
            tags[row, i, tag] > tags[row, i].max() - 0.02 for i, tag in zip(itertools.count(), scores.tags)
        )
