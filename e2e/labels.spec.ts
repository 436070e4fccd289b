// Labels as a browser really sets them: for every preset, width and language none lies on another.
import { expect, open, test } from "./helpers";

for (const width of [320, 768, 1440]) {
  for (const lang of ["en", "ko"]) {
    test(`labels keep apart at ${width} px, ${lang}`, async ({ page }) => {
      test.setTimeout(300_000);
      await page.setViewportSize({ width, height: 900 });
      await open(page, `?lang=${lang}`);
      const ids = await page.locator(".preset-menu option").evaluateAll((options) =>
        options.map((option) => (option as HTMLOptionElement).value));
      expect(ids.length).toBeGreaterThan(8);
      for (const id of ids) {
        await page.locator(".preset-menu select").selectOption(id);
        await page.locator(".transport button").nth(3).click();
        const overlaps = await page.evaluate(() => {
          const labels = [...document.querySelectorAll(".timeline svg > text, .timeline .lane-name")];
          const boxes = labels.map((label) => {
            const box = label.getBoundingClientRect();
            // Firefox reports the line box of the fallback font, which is higher than any letter:
            // letters of 11 to 14 px reach 5 px to either side of its middle.
            const middle = (box.top + box.bottom) / 2;
            // It counts the halo of 2 px around the letters, too.
            return { text: label.textContent, left: box.left + 3, right: box.right - 3,
              top: middle - 5, bottom: middle + 5 };
          });
          return boxes.flatMap((a, i) => boxes.slice(i + 1)
            .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
            .map((b) => `${a.text} × ${b.text}`));
        });
        expect(overlaps, id).toEqual([]);
      }
    });
  }
}
