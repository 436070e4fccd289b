// The main job as a reader does it: step to the stale write, see the stores differ, put in a fault
// of one's own, share the link.
import { type Page } from "@playwright/test";
import { accessible, expect, open, ready, test } from "./helpers";

const store = (page: Page, id: string) => page.locator(`.card[data-store=${id}]`);
const verdict = (page: Page, id: string) => page.locator(`.verdicts [data-verdict=${id}]`);
const forward = (page: Page) => page.locator(".transport .primary");
const clock = (page: Page) => page.locator(".transport .clock");
const scrubber = (page: Page) => page.locator("input[type=range]");

/** Steps until the button has nothing more to do, or until `done`. */
async function step(page: Page, done: () => Promise<boolean> = async () => false) {
  for (let i = 0; i < 60 && (await forward(page).isEnabled()); i += 1) {
    if (await done()) return;
    await forward(page).click();
  }
}

/** What a reader sees of the state: compared before and after a link has carried it. */
async function state(page: Page) {
  return {
    clock: await clock(page).innerText(),
    sentence: await page.locator(".sentence").innerText(),
    stores: await page.locator(".stores").innerText(),
    faults: await page.locator(".fault-row").innerText(),
    code: await page.locator(".panels").innerText(),
    rows: await page.locator(".events li").count(),
  };
}

/** The address, once it has come to rest. */
async function address(page: Page) {
  await page.waitForTimeout(400);
  return page.url();
}

test("a first visit stands at the start of the GC pause", async ({ page }) => {
  await open(page);
  await expect(page.locator("h1")).not.toBeEmpty();
  await expect(page.locator(".preset-menu select")).toHaveValue("gc-pause");
  await expect(clock(page)).toHaveText("0.000 s");
  await expect(page.locator(".pill[aria-pressed=true]")).toHaveAttribute("data-protection", "none");
  await expect(page.locator(".events li")).toHaveCount(0);
});

test("stepping leads to the stale write, which one store takes and two refuse", async ({ page }) => {
  await open(page);
  await step(page, async () => (await verdict(page, "lost-update").count()) > 0);
  await expect(clock(page)).toHaveText("7.100 s");
  await expect(store(page, "unfenced").locator("dd.big")).toHaveText("880");
  await expect(store(page, "fenced").locator("dd.big")).toHaveText("700");
  await expect(store(page, "cas").locator("dd.big")).toHaveText("700");
  await expect(store(page, "unfenced")).toHaveClass(/is-lost/);
  await expect(store(page, "fenced")).toHaveClass(/is-refused/);
  await expect(page.locator(".events li.now")).toHaveCount(1);
  await page.locator(".transport button").nth(1).click();
  await expect(verdict(page, "lost-update")).toHaveCount(0);
});

test("another protection judges the same run anew", async ({ page }) => {
  await open(page);
  await page.locator(".transport button").nth(3).click();
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  await page.locator(".pill[data-protection=fence]").click();
  await expect(verdict(page, "lost-update")).toHaveCount(0);
  await expect(verdict(page, "safe")).toHaveCount(1);
  await expect(page.locator(".panel li.changed").first()).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  await page.getByRole("button", { name: "Redo" }).click();
  await expect(verdict(page, "safe")).toHaveCount(1);
});

test("a wall clock is fooled where a steady clock is not", async ({ page }) => {
  await open(page, "#v1/ntp-step-back/t=20000");
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  await page.locator(".pill[data-protection=steady-check]").click();
  await expect(verdict(page, "lost-update")).toHaveCount(0);
  await page.locator(".preset-menu select").selectOption("check-then-pause");
  await step(page);
  await expect(verdict(page, "lost-update")).toHaveCount(1);
});

test("by keyboard alone: step, put in a pause, edit it, take it back", async ({ page }) => {
  await open(page, "#v1/no-fault");
  await scrubber(page).focus();
  await page.keyboard.press("End");
  await expect(verdict(page, "safe")).toHaveCount(1);
  await page.keyboard.press("Home");
  await expect(clock(page)).toHaveText("0.000 s");
  // The letter of a code line offers faults right before that step.
  await page.locator(".panel[data-worker=A] li[data-step=write] button.letter").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".propose button[data-kind=pause]")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".chip")).toHaveCount(1);
  await scrubber(page).focus();
  await page.keyboard.press("End");
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  const length = page.locator(".fault-form input[type=number]").last();
  await length.focus();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("300");
  await expect(verdict(page, "lost-update")).toHaveCount(0);
  await expect(length).toBeFocused();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  await page.keyboard.press("Enter");
  await expect(page.locator(".chip")).toHaveCount(0);
});

test("by mouse: a press on a step or a lane offers faults there", async ({ page }) => {
  await open(page, "#v1/no-fault/t=20000");
  await page.locator(".timeline rect.step.a").nth(2).click();
  await expect(page.locator(".propose")).toBeVisible();
  await page.locator(".propose button[data-kind=step]").click();
  await expect(page.locator(".chip")).toHaveCount(1);
  await page.getByRole("button", { name: "Remove" }).click();
  await expect(page.locator(".chip")).toHaveCount(0);
});

test("a fault is stretched by its end, and one undo takes the whole drag back", async ({ page }) => {
  await open(page, "#v1/gc-pause/t=20000");
  await expect(verdict(page, "lost-update")).toHaveCount(1);
  const handle = (await page.locator(".timeline .fault rect.handle").boundingBox())!;
  const [x, y] = [handle.x + handle.width / 2, handle.y + handle.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 8; i += 1) await page.mouse.move(x - i * 60, y);
  await page.mouse.up();
  await expect(verdict(page, "lost-update")).toHaveCount(0);
  await expect(page.locator(".chip")).not.toContainText("6.0 s");
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.locator(".chip")).toContainText("6.0 s");
  await expect(page.getByRole("button", { name: "Undo" })).toBeDisabled();
});

test("the same faults are compared under every protection, and a row opens its run", async ({ page }) => {
  await open(page);
  await page.locator(".compare .disclose").click();
  const row = (id: string) => page.locator(`.compare tr[data-protection=${id}]`);
  await expect(row("none")).toContainText("lost update");
  await expect(row("fence")).toContainText("safe");
  await row("fence").getByRole("button").click();
  await expect(page.locator(".pill[aria-pressed=true]")).toHaveAttribute("data-protection", "fence");
});

test("a press on a fault opens it", async ({ page }) => {
  await open(page);
  await page.locator(".timeline .fault rect").first().click({ position: { x: 40, y: 10 } });
  await expect(page.locator(".fault-form")).toBeVisible();
  await expect(page.locator(".chip[aria-expanded=true]")).toHaveCount(1);
});

test("a link carries the state to the moment", async ({ page, context }) => {
  await open(page);
  await page.locator(".pill[data-protection=fence]").click();
  await page.locator(".panel[data-worker=B] li[data-step=read] button.letter").click();
  await page.locator(".propose button[data-kind=pause]").click();
  await page.locator(".fault-form").getByRole("button", { name: "Done" }).click();
  for (let i = 0; i < 9; i += 1) await forward(page).click();
  await page.getByRole("button", { name: "Copy link" }).click();
  await expect(page.locator(".note")).toContainText("copied");
  await page.locator(".note button").click();
  const [link, before] = [await address(page), await state(page)];
  expect(link).toMatch(/#v1\/gc-pause\/[A-Za-z0-9./=-]+[a-z0-9]$/);
  const again = await context.newPage();
  await again.goto(link);
  await ready(again);
  expect(await state(again)).toEqual({ ...before, code: expect.any(String) });
  await expect(again.locator(".note")).toHaveCount(0);
});

test("the address has one entry for each scenario, and Back goes to the last", async ({ page }) => {
  await open(page, "#v1/no-fault");
  await forward(page).click();
  await forward(page).click();
  await page.locator(".preset-menu select").selectOption("suspend");
  expect(await address(page)).toContain("#v1/suspend");
  await page.goBack();
  await expect(page.locator(".preset-menu select")).toHaveValue("no-fault");
});

test("Back and Forward go through the scenarios, and the skip link keeps the work", async ({ page }) => {
  const menu = page.locator(".preset-menu select");
  await open(page, "#v1/no-fault");
  await menu.selectOption("suspend");
  await page.waitForTimeout(400);
  await menu.selectOption("gc-pause");
  await page.waitForTimeout(400);
  await page.goBack();
  await expect(menu).toHaveValue("suspend");
  await page.waitForTimeout(400);
  await page.goForward();
  await expect(menu).toHaveValue("gc-pause");
  await forward(page).click();
  const before = await clock(page).innerText();
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await expect(page.locator("main")).toBeFocused();
  await expect(clock(page)).toHaveText(before);
  await expect(page.locator(".note")).toHaveCount(0);
});

test("the keyboard is never left without a place", async ({ page }) => {
  await open(page, "#v1/no-fault");
  const inside = () => page.evaluate(() => document.activeElement !== document.body);
  await page.locator(".fault-row .add").focus();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await expect(page.locator(".fault-form select").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(page.locator(".chip")).toBeFocused();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove" }).focus();
  await page.keyboard.press("Enter");
  await expect(page.locator(".fault-row .add")).toBeFocused();
  await forward(page).focus();
  for (let i = 0; i < 40; i += 1) await page.keyboard.press("Enter");
  expect(await inside()).toBe(true);
  const undo = page.getByRole("button", { name: "Undo" });
  await undo.focus();
  for (let i = 0; i < 5; i += 1) await page.keyboard.press("Enter");
  await expect(undo).toBeFocused();
});

test("a field shows the number that counts once it is left", async ({ page }) => {
  await open(page, "#v1/gc-pause");
  await page.locator(".chip").click();
  const length = page.locator(".fault-form input[type=number]").last();
  await length.fill("99999999");
  await length.blur();
  await expect(length).toHaveValue("600000");
  await length.fill("");
  await length.blur();
  await expect(length).toHaveValue("600000");
});

const BROKEN = [
  ["cut", "v1/gc-pause/protect=fence/c=zzzz"],
  ["no link", "hello"],
  ["newer", "v9/gc-pause"],
  ["unknown preset", "v1/no-such-thing"],
  ["not a number", "v1/gc-pause/ttl=NaN"],
  ["10 000 faults", `v1/gc-pause${"/a.pause=before-write.5".repeat(10_000)}`],
  ["markup", "v1/gc-pause/%3Cimg%20src=x%20onerror=alert(1)%3E=1"],
];
for (const [name, link] of BROKEN) {
  test(`a broken link (${name}) is told, and the page works`, async ({ page }) => {
    await open(page, `#${link}`);
    await expect(page.locator(".note")).toBeVisible();
    await expect(page.locator(".note img")).toHaveCount(0);
    await step(page);
    await expect(forward(page)).toBeDisabled();
  });
}

test("a fragment as long as a browser takes is refused at once", async ({ page, browserName }) => {
  test.skip(browserName === "firefox", "Firefox takes no address of that length at all");
  await open(page);
  await page.evaluate(() => {
    history.replaceState(null, "", `#v1/gc-pause/${"x".repeat(1_900_000)}`);
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await expect(page.locator(".note")).toBeVisible();
});

test("playing goes on by itself and stops at the end", async ({ page }) => {
  await open(page, "#v1/no-fault");
  await page.locator(".options select").selectOption({ label: "4×" });
  await page.getByRole("button", { name: "Play" }).click();
  await expect(clock(page)).not.toHaveText("0.000 s");
  await page.getByRole("button", { name: "Pause", exact: true }).click();
  const stopped = await clock(page).innerText();
  await page.waitForTimeout(800);
  await expect(clock(page)).toHaveText(stopped);
});

for (const scheme of ["light", "dark"] as const) {
  for (const lang of ["en", "ko"]) {
    test(`accessible: ${scheme}, ${lang}`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.emulateMedia({ colorScheme: scheme });
      await open(page, `?lang=${lang}#v1/gc-pause`);
      await accessible(page);
      await page.locator(".transport button").nth(3).click();
      await page.locator(".chip").click();
      await accessible(page);
      await page.locator(".fault-row .add").click();
      await accessible(page);
      await page.keyboard.press("Escape");
      await page.locator(".compare .disclose").click();
      await page.locator(".truth .disclose").click();
      await page.locator(".settings .disclose").click();
      for (const part of await page.locator(".stage details summary").all()) await part.click();
      await accessible(page);
      await open(page, `?lang=${lang}#v1/sync-crash-before-checkpoint/t=20000`);
      await accessible(page);
    });
  }
}

for (const width of [320, 768, 1440]) {
  test(`nothing is wider than a screen of ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const lang of ["en", "ko"]) {
      await open(page, `?lang=${lang}#v1/gc-pause/t=7100`);
      await page.locator(".chip").click();
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      expect(wide).toBeLessThanOrEqual(width);
    }
  });
}
