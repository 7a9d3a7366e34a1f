"""The report in a real browser: it opens, does what its controls say, and shows what users wrote as text.

Skipped where Chromium or its driver is missing.
"""

import json
import time
from itertools import pairwise
from pathlib import Path

import pytest

from bench import browser
from bolide.cli import main

pytestmark = pytest.mark.skipif(
    not (browser.CHROMIUM and browser.DRIVER),
    reason="needs Chromium and chromedriver, as Debian's chromium and chromium-driver",
)

ATTACK = '<script>window.harmed = 1</script><img src=x onerror="window.harmed = 1">'
NASTY = [
    ATTACK,
    "</script><!-- </style></title> & &amp; ]]> -->",
    "quotes ' \" ` and ${window.harmed = 1} {{ 1 }} @SUMMARY@ \\u003c",
    "one\u2028line \u202eright to left\u202c end",
    "שלום עולם, this is mixed",
    "emoji 👩‍🚀 and 犬 and ﷽",
]
PLAIN = ["a plain line about ships", "the second line here", "quotes and braces", "one line", "hello world"]


def write(folder, name, lines):
    (folder / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return str(folder / name)


def made(folder, *words):
    """The address of a report."""
    path = folder / "report.html"
    assert main(["report", "--n-resamples", "60", "--output", str(path), *map(str, words)]) == 0
    return path.as_uri()


@pytest.fixture(scope="module")
def nasty(tmp_path_factory):
    """A report in which everything that a user can write is markup."""
    folder = tmp_path_factory.mktemp("nasty")
    reference = write(folder, "ref.txt", [*PLAIN, NASTY[0]])
    documents = write(folder, "docs.txt", ["<b>one</b>"] * 3 + ['"two"&'] * 3)
    judgements = write(
        folder, "people.tsv",
        ["system\tsegment\tscore", *(f"{s}\t{n}\t{n % 4 + len(s)}" for s in ("<i>A", "C") for n in range(1, 7))],
    )  # fmt: skip
    return made(
        folder, "--references", reference, "--source", write(folder, "src.txt", NASTY[::-1]), "--documents",
        documents, "--title", f"T</title>{ATTACK}", "--judgements", judgements, "--by", "segments", "--",
        "<i>A=" + write(folder, "a.txt", NASTY), "<!--<script>=" + write(folder, "b.txt", NASTY[::-1]),
        "C=" + write(folder, "c.txt", ["", *PLAIN]),
    )  # fmt: skip


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    """The demo with all kinds of drawings."""
    here = Path(__file__).parents[2] / "demo"
    lines = {
        path.name: path.read_text("utf-8").splitlines()
        for path in (*here.glob("*.txt"), *here.glob("systems/*"))
    }
    folder = tmp_path_factory.mktemp("demo")
    few = {name: write(folder, name, texts[:12]) for name, texts in lines.items()}
    judged = (here / "judgements.tsv").read_text("utf-8").splitlines()
    kept = [judged[0], *(line for line in judged[1:] if int(line.split("\t")[1]) <= 12)]
    return made(
        folder, "--references", few["reference.1.txt"], few["reference.2.txt"], "--source", few["source.txt"],
        "--documents", few["documents.txt"], "--judgements", write(folder, "people.tsv", kept), "--metrics",
        "bleu", "chrf", "ter", "meteor", "stm", "hwcm", "labelled", "--parser", "embedded", "--",
        *(few[f"{name}.txt"] for name in ("nova", "aster", "phrasal", "rules")),
    )  # fmt: skip


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Three thousand segments."""
    folder = tmp_path_factory.mktemp("many")
    words = ["the", "a", "ship", "hall", "crew", "builds", "opens", "leaves", "new", "old", "harbour", "city"]
    texts = [" ".join(words[(7 * n + k * k) % 12] for k in range(3 + n % 9)) for n in range(3000)]
    worse = [" ".join(text.split()[: -1 - n % 3]) for n, text in enumerate(texts)]
    return made(
        folder, "--references", write(folder, "ref.txt", texts), "--metrics", "bleu", "ter", "--explained",
        "5", "--", write(folder, "same.txt", texts), write(folder, "worse.txt", worse),
    )  # fmt: skip


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """One system and one metric."""
    folder = tmp_path_factory.mktemp("alone")
    text = write(folder, "text.txt", ["a line", "and another"])
    return made(folder, "--references", text, "--metrics", "bleu", "--", text)


class Page:
    """A report in the browser."""

    def __init__(self, driver):
        self.driver = driver

    def open(self, address, width=1280, height=900, dark=False, media=""):
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        features.append({"name": "prefers-reduced-motion", "value": "reduce"})
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": media, "features": features})
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 700}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get("about:blank")
        self.driver.get_log("browser")
        self.driver.get(address)
        self.wait("return document.documentElement.dataset.ready")
        return self

    def js(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def wait(self, code, *arguments):
        end = time.monotonic() + 30
        while not (found := self.js(code, *arguments)):
            assert time.monotonic() < end, code
            time.sleep(0.01)
        return found

    def texts(self, selector):
        return self.js(
            "return [...document.querySelectorAll(arguments[0])].map((e) => e.textContent)", selector
        )

    def click(self, selector, place=0):
        self.js("document.querySelectorAll(arguments[0])[arguments[1]].click()", selector, place)

    def choose(self, name, place):
        self.js(
            "const e = document.getElementById(arguments[0]); e.selectedIndex = arguments[1];"
            "e.dispatchEvent(new Event('change'))",
            name, place,
        )  # fmt: skip

    def search(self, words):
        self.js(
            "const e = document.getElementById('search'); e.value = arguments[0];"
            "e.dispatchEvent(new Event('input'))",
            words,
        )
        time.sleep(0.2)

    def keys(self, *keys):
        from selenium.webdriver.common.action_chains import ActionChains

        ActionChains(self.driver).send_keys(*keys).perform()

    def focused(self):
        return self.js("return document.activeElement.id || document.activeElement.textContent.trim()")

    def complaints(self):
        return [entry["message"] for entry in self.driver.get_log("browser")]


@pytest.fixture(scope="module")
def driver(tmp_path_factory):
    driver = browser.start(str(tmp_path_factory.mktemp("profile")))
    yield driver
    driver.quit()


@pytest.fixture
def page(driver):
    """A page that must have nothing to complain about in the end."""
    page = Page(driver)
    yield page
    assert page.complaints() == []
    assert page.js("return performance.getEntriesByType('resource').length") == 0


@pytest.mark.parametrize("name", ["nasty", "demo", "many", "alone"])
@pytest.mark.parametrize("width", [320, 390, 640, 800, 1280, 1920])
def test_opens_at_any_width_and_nothing_sticks_out(page, request, name, width):
    page.open(request.getfixturevalue(name), width)
    assert page.js("return document.documentElement.scrollWidth") <= width
    assert page.texts("h1, h2") != []


def test_letters_of_diagrams_are_legible_on_a_phone(page, demo):
    sizes = """return [...document.querySelectorAll('.histogram')].map((svg) =>
      11 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width)"""
    page.open(demo, 1280)
    assert min(page.js(sizes)) > 9.5
    size = {"width": 360, "height": 800, "deviceScaleFactor": 1, "mobile": True}
    page.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride", size
    )  # drawn again when the width changes
    page.wait("return document.querySelector('.histogram').viewBox.baseVal.width < 400")
    assert min(page.js(sizes)) > 9.5
    overlaps = page.js(
        """return [...document.querySelectorAll('.histogram')].flatMap((svg) => {
          const boxes = [...svg.querySelectorAll('text')].map((t) => t.getBoundingClientRect());
          return boxes.flatMap((p, i) => boxes.slice(i + 1).filter((q) =>
            Math.min(p.right, q.right) - Math.max(p.left, q.left) > 1 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4)); }).length"""
    )
    assert overlaps == 0


def test_what_users_wrote_is_shown_as_text(page, nasty):
    page.open(nasty)
    assert page.js("return window.harmed") is None
    assert page.js("return document.querySelectorAll('img, i, script:not([id])').length") == 1  # its own
    assert page.texts("h1") == [f"T</title>{ATTACK}"]
    assert page.js("return document.title") == f"T</title>{ATTACK}"
    assert page.texts("#choose-a option") == ["<i>A", "<!--<script>", "C"]
    assert {"<b>one</b>", '"two"&'} <= set(page.texts("#groups th"))
    page.choose("choose-a", 0)
    page.choose("choose-b", 1)
    for n in range(6):
        page.search("")
        page.click("#presets button")
        page.click("#rows [data-segment]", n)
        page.wait(
            "return document.querySelector('.stepper h3')?.textContent.startsWith(arguments[0])",
            f"Segment {n + 1}",
        )
        assert page.texts(".texts dd")[-2:] == [NASTY[n], NASTY[5 - n]]
        assert page.texts("#rows .first")[n] == NASTY[n]
        for tab in range(len(page.texts("[role=tab]"))):
            page.click("[role=tab]", tab)
            assert page.js("return document.querySelectorAll('img, i, b b').length") == 0
    page.search("<script> onerror")
    assert page.texts("#count") == ["2 of 6 segments"]
    assert {text.lower() for text in page.texts("mark")} == {"<script>", "onerror"}
    assert page.js("return window.harmed") is None


def test_text_from_right_to_left_is_set_so(page, nasty):
    page.open(nasty)
    page.choose("choose-a", 0)
    page.click("#presets button")
    direction = (
        "return [...document.querySelectorAll('#rows .first')].map((e) => getComputedStyle(e).direction)"
    )
    assert page.js(direction) == ["ltr"] * 4 + ["rtl", "ltr"]


def test_sorting(page, demo):
    page.open(demo)
    columns = {
        "segment": None,
        "nova": ".score-a",
        "aster": ".score-b",
        "difference": ".difference",
        "disagreement": ".disagreement",
    }
    for place, (head, cells) in enumerate(columns.items()):
        if cells is None:
            continue
        for wanted in ("descending", "ascending"):
            page.click("#grid-head button", place + 1)
            sort = page.js(
                "return document.querySelector('#grid-head [aria-sort$=ending]').textContent.trim() + document.querySelector('#grid-head [aria-sort$=ending]').ariaSort"
            )
            assert sort.startswith(head)
            assert sort.endswith(wanted)
            shown = [text.replace("−", "-") for text in page.texts(f"#rows {cells}")]
            values = [0.0 if text == "–" else float(text) for text in shown]
            assert values == sorted(values, reverse=wanted == "descending")
            assert len(set(values)) > 3
    page.click("#grid-head button")
    assert page.texts("#rows .id span:first-child") == [str(n) for n in range(1, 13)]


def test_presets_show_wins_losses_and_disagreements(page, demo):
    page.open(demo)
    assert page.texts("#presets button") == ["In order", "nova wins", "aster wins", "Metrics disagree"]
    assert page.texts("#presets [aria-pressed=true]") == ["nova wins"]
    first = float(page.texts("#rows .difference")[0].replace("−", "-"))
    page.click("#presets button", 2)
    assert float(page.texts("#rows .difference")[0].replace("−", "-")) < 0 < first
    page.click("#presets button", 3)
    assert float(page.texts("#rows .disagreement")[0]) > 0


def test_searching(page, demo):
    page.open(demo)
    page.search("SHIPYARD new")
    ids = page.texts("#rows .id span:first-child")
    assert 0 < len(ids) < 12
    assert page.texts("#count") == [f"{len(ids)} of 12 segments"]
    assert {text.lower() for text in page.texts("mark")} == {"shipyard", "new"}
    page.search("nobodywrotethis")
    assert page.texts("#rows .empty") == ["No segment has all of these words."]
    page.search("")
    assert page.texts("#count") == ["12 segments"]


def test_choosing_systems_and_metric_changes_everything_and_the_address(page, demo):
    page.open(demo)
    page.choose("choose-metric", 2)
    assert page.texts("#systems [aria-sort]") == ["TER (lower is better)"]
    cut = (
        "return [...document.querySelectorAll('#pairwise .scroll')].map((e) => e.scrollWidth - e.clientWidth)"
    )
    assert max(page.js(cut)) <= 1
    page.choose("choose-a", 3)
    assert page.texts("#pair caption") == ["rules − aster"]
    page.choose("choose-b", 3)  # the same system: both change places
    assert page.texts("#pair caption") == ["aster − rules"]
    page.click("#matrix button", 0)
    row = page.js("return document.querySelector('#matrix [aria-pressed]').ariaLabel")
    assert "better than" in row or "worse than" in row or "not significantly" in row
    page.click("#rows [data-segment]", 2)
    chosen = page.js(
        "return [location.hash, document.getElementById('choose-a').value, document.querySelector('.stepper h3').textContent]"
    )
    address = page.js("return location.href")
    page.open(address)
    assert chosen == page.js(
        "return [location.hash, document.getElementById('choose-a').value, document.querySelector('.stepper h3').textContent]"
    )
    assert page.texts("#systems [aria-sort]") == ["TER (lower is better)"]


def test_groups_narrow_the_table_down(page, demo):
    page.open(demo)
    name, number = page.texts("#groups th[scope=row] button")[0], page.texts("#groups td.n.soft")[0]
    page.click("#groups th[scope=row] button")
    assert page.texts("#count") == [f"{number} of 12 segments"]
    assert page.texts("#filter button") == [f"document {name}×"]
    assert page.focused() == "search"
    page.click("#filter button")
    assert page.texts("#count") == ["12 segments"]


def test_every_explanation_is_drawn(page, demo):
    page.open(demo)
    page.click("#presets button")
    page.click("#rows [data-segment]", 1)
    names = page.texts("[role=tab]")
    assert names == ["BLEU", "chrF2", "TER", "METEOR", "STM", "HWCM", "labelled"]
    wanted = {
        "BLEU": ".token", "chrF2": ".token", "TER": ".words .edit", "METEOR": ".slope .link", "STM": ".tree line",
        "HWCM": ".tree path", "labelled": "#panel td.yes",
    }  # fmt: skip
    for place, name in enumerate(names):
        page.click("[role=tab]", place)
        assert page.texts("[role=tab][aria-selected=true]") == [name]
        assert page.texts(f"#panel {wanted[name].removeprefix('#panel ')}"), name
        assert page.texts("#panel h4")[0].startswith("nova")
        overlaps = page.js(
            """return [...document.querySelectorAll('#panel svg')].flatMap((svg) => {
              const boxes = [...svg.querySelectorAll('text')].map((t) => [t.textContent, t.getBoundingClientRect()]).filter(([, b]) => b.width);
              return boxes.flatMap(([name, p], i) => boxes.slice(i + 1).filter(([, q]) =>
                Math.min(p.right, q.right) - Math.max(p.left, q.left) > 2 && Math.min(p.bottom, q.bottom) - Math.max(p.top, q.top) > 4)
                .map(([other]) => name + ' | ' + other)); })"""
        )
        assert overlaps == [], name
        assert page.js(
            "return [...document.querySelectorAll('.tree path, .slope path')].every((e) => getComputedStyle(e).fill === 'none')"
        )


def test_a_tree_that_is_too_wide_is_drawn_line_by_line(page, demo):
    page.open(demo)
    page.click("#grid-head button", 1)  # the longest first
    page.click("#rows [data-segment]")
    page.wait(
        "return document.querySelector('.stepper h3').textContent.endsWith(document.querySelector('#rows .id span + span').textContent)"
    )
    page.click("[role=tab]", 4)
    page.wait("return document.querySelector('.tree .outline')")
    places = page.js(
        """return [...document.querySelector('.tree .outline').querySelectorAll('text')]
          .map((t) => [t.getAttribute('y'), t.getBBox().x, t.getBBox().x + t.getBBox().width])"""
    )
    width = page.js("return document.querySelector('.tree .outline').viewBox.baseVal.width")
    assert len(places) > 30
    assert all(left >= 0 and right <= width for _, left, right in places)
    assert all(one[0] != other[0] or one[2] < other[1] for one, other in pairwise(places))


def test_people_are_there_only_where_they_were_asked(page, demo, many):
    page.open(demo)
    assert page.js("return document.getElementById('people').getBoundingClientRect().height") > 300
    assert "Among systems" in page.texts("#judged .verdict")[0]
    assert len(page.texts("#judged table")) == 4
    assert page.texts("#judged figcaption") == ["Systems by people and by BLEU"]
    assert page.texts("#segment tbody th")[-1] == "people"
    assert {"nova", "aster", "phrasal", "rules"} <= set(page.texts("#judged svg text"))
    page.open(many)
    assert page.js("return document.getElementById('people').getBoundingClientRect().height") == 0
    assert "People" not in page.texts("nav a")


def test_thousands_of_segments_need_few_elements(page, many):
    page.open(many)
    rows = "return document.querySelectorAll('#rows [data-segment]').length"
    assert 5 < page.js(rows) < 60
    page.click("#presets button")
    page.js("document.getElementById('rows').scrollTop = 1e9")
    page.wait("return document.querySelector('#rows [data-segment=\"2999\"]')")
    assert page.js(rows) < 60
    took = page.js(
        "const t = performance.now(); document.querySelectorAll('#grid-head button')[4].click(); return performance.now() - t"
    )
    assert took < 1000  # a sort of three thousand takes some 30 ms
    page.search("harbour ship")
    assert 0 < int(page.texts("#count")[0].split()[0].replace(",", "")) < 3000
    page.search("")
    page.click("#grid-head button")
    page.js("document.getElementById('rows').scrollTop = 60 * 1500")
    page.wait("return document.querySelector('#rows [data-segment=\"1500\"]')")
    page.click('#rows [data-segment="1500"]')
    page.wait("return document.querySelector('.stepper h3').textContent === 'Segment 1501'")
    assert "bolide explain 1501" in page.texts("#segment code")


def test_one_system_is_not_compared(page, alone):
    page.open(alone)
    assert page.texts("h2")[:2] == ["How good is it, and how sure is that?", "On what kind of segments?"]
    assert not page.js("return document.getElementById('choose-b')")
    assert page.js("return document.getElementById('pairwise').hidden")


def test_everything_can_be_done_with_the_keyboard(page, demo):
    from selenium.webdriver.common.keys import Keys

    page.open(demo)
    page.keys(Keys.TAB)
    assert page.focused() == "Skip to the segments"
    assert (
        page.js("return document.activeElement.getBoundingClientRect().left") >= 0
    )  # seen while it has the focus
    order = []
    for _ in range(60):
        page.keys(Keys.TAB)
        top = page.js(
            "const e = document.activeElement, s = getComputedStyle(e);"
            "return [e.id || e.textContent.trim().slice(0, 20) || e.className, e.getBoundingClientRect().top + scrollY, s.outlineStyle !== 'none', !!e.closest('#bar')]"
        )
        order.append(top)
        if top[0] == "search":
            break
    assert [name for name, *_ in order[:3]] == ["choose-a", "choose-b", "choose-metric"]
    assert order[-1][0] == "search"
    assert all(outlined for _, _, outlined, _ in order)
    tops = [top for _, top, _, in_bar in order if not in_bar]
    assert all(
        after >= before - 700 for before, after in pairwise(tops)
    )  # two columns at most are read one by one
    page.js("document.querySelector('#matrix [tabindex=\"0\"]').focus()")
    page.keys(Keys.ARROW_DOWN, Keys.ENTER)
    assert page.js("return document.activeElement.closest('#matrix') !== null")
    page.js("document.querySelector('#rows [tabindex=\"0\"]').focus()")
    page.keys(Keys.ARROW_DOWN, Keys.ARROW_DOWN, Keys.END, Keys.HOME, Keys.ARROW_DOWN)
    assert page.js("return +document.activeElement.dataset.place") == 1
    page.keys(Keys.ENTER)
    page.wait("return document.activeElement.id === 'why-title'")
    assert (
        page.js(
            "return [...document.querySelectorAll('#rows [data-segment]')].findIndex((row) => row.ariaSelected === 'true')"
        )
        == 1
    )
    page.js("document.querySelector('[role=tab][tabindex=\"0\"]').focus()")
    page.keys(Keys.ARROW_RIGHT)
    page.wait(
        "return document.activeElement.getAttribute('aria-selected') === 'true' && document.activeElement.textContent === 'chrF2'"
    )
    page.js("document.querySelector('[data-step=\"1\"]').focus()")
    page.keys(Keys.ENTER)
    page.wait("return document.activeElement.dataset.step === '1'")


def test_screen_readers_find_names_headings_and_tables(page, demo):
    page.open(demo)
    for tab in range(len(page.texts("[role=tab]"))):
        page.click("[role=tab]", tab)
        unnamed = page.js(
            """return [...document.querySelectorAll('button, select, input, a, [role=img], [role=grid], section, nav, table, [role=region]')]
              .filter((e) => e.getClientRects().length)
              .filter((e) => !(e.ariaLabel || e.labels?.length || e.caption?.textContent.trim() || document.getElementById(e.getAttribute('aria-labelledby'))?.textContent
                || (!['SELECT', 'INPUT', 'TABLE', 'SECTION'].includes(e.tagName) && e.textContent.trim())))
              .map((e) => e.outerHTML.slice(0, 120))"""
        )
        assert unnamed == []
        levels = page.js(
            "return [...document.querySelectorAll('h1,h2,h3,h4,h5,h6')].filter((e) => e.getClientRects().length).map((e) => +e.tagName[1])"
        )
        assert levels[0] == 1
        assert levels.count(1) == 1
        assert all(after <= before + 1 for before, after in pairwise(levels))
        repeated = page.js(
            "const ids = [...document.querySelectorAll('[id]')].map((e) => e.id); return ids.filter((id, i) => ids.indexOf(id) !== i)"
        )
        assert repeated == []
        headless = page.js(
            "return [...document.querySelectorAll('table')].filter((t) => !t.querySelector('th[scope]')).map((t) => t.textContent)"
        )
        assert headless == []
    assert page.js("return document.documentElement.lang") == "en"
    assert page.js("return document.querySelectorAll('main').length") == 1
    assert (
        page.js(
            'return document.querySelectorAll(\'[tabindex]:not([tabindex="0"]):not([tabindex="-1"])\').length'
        )
        == 0
    )
    page.choose("choose-metric", 1)
    assert page.texts("#status") == ["nova against aster by chrF2"]
    page.search("shipyard")
    assert page.texts("#status")[0].endswith("of 12 segments")


CONTRAST = """
const canvas = document.createElement('canvas').getContext('2d', {willReadFrequently: true});
const rgba = (colour) => { canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data; return [r, g, b, a / 255]; };
const over = (top, below) => top.slice(0, 3).map((c, i) => c * top[3] + below[i] * (1 - top[3]));
const light = (colour) => { const [r, g, b] = colour.map((c) => c / 255).map((c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
const behind = (element) => { const layers = []; for (let e = element; e; e = e.parentElement) layers.push(rgba(getComputedStyle(e).backgroundColor)); return layers.reverse().reduce((below, top) => over(top, below), [255, 255, 255]); };
const poor = new Map(), walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
let seen = 0;
while (walker.nextNode()) {
  const element = walker.currentNode.parentElement, style = getComputedStyle(element);
  if (!walker.currentNode.data.trim() || !element.getClientRects().length || element.closest('.sr, .skip, script, style, option, title, [disabled]')) continue;
  const background = behind(element), svg = element.closest('svg') && element.tagName !== 'svg';
  const text = over(rgba(svg ? style.fill : style.color), background);
  const [high, low] = [light(text), light(background)].sort((x, y) => y - x), ratio = (high + 0.05) / (low + 0.05);
  const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
  seen++;
  if (ratio < (large ? 3 : 4.5)) poor.set(element.outerHTML.slice(0, 90), ratio.toFixed(2));
}
return [seen, [...poor]];
"""


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_contrast_of_all_text(page, demo, dark):
    page.open(demo, dark=dark)
    lightness = page.js("return getComputedStyle(document.body).backgroundColor.match(/\\d+/)[0]")
    assert (int(lightness) < 60) is dark
    for tab in range(len(page.texts("[role=tab]"))):
        page.click("[role=tab]", tab)
        seen, poor = page.js(CONTRAST)
        assert seen > 300
        assert poor == []
    page.search("the")
    assert page.js(CONTRAST)[1] == []


def test_colours_can_be_chosen(page, demo):
    page.open(demo)
    colours = []
    for _ in range(3):
        page.click("#theme")
        colours.append(
            (page.texts("#theme")[0], page.js("return getComputedStyle(document.body).backgroundColor"))
        )
    assert [name for name, _ in colours] == ["Colours: dark", "Colours: light", "Colours: auto"]
    assert colours[0][1] != colours[1][1] == colours[2][1]


def test_on_paper(page, demo, many):
    page.open(many, 690, 1000, media="print")
    page.wait("return document.querySelectorAll('#rows [data-segment]').length === 20")
    rows = page.js(
        "return [...document.querySelectorAll('#rows [data-segment]')].map((e) => [e.getBoundingClientRect().top, e.getBoundingClientRect().bottom])"
    )
    assert all(above[1] <= below[0] + 0.5 for above, below in pairwise(rows))
    assert page.texts("#segments-note")[0].startswith("The first 20 of 3,000 segments.")
    assert page.js(
        "return ['bar', 'search', 'presets'].every((id) => !document.getElementById(id).getClientRects().length)"
    )
    page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    page.wait("return document.querySelector('#segments-note').textContent.startsWith('Disagreement')")
    page.open(demo)
    pdf = page.driver.execute_cdp_cmd("Page.printToPDF", {"printBackground": True, "preferCSSPageSize": True})
    assert len(json.dumps(pdf)) > 50_000
