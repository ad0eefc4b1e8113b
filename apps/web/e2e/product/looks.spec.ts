/** The accessibility check skips texts that look like others, and targets that are large or alone; this must not hide any fault. */
import { expect } from "@playwright/test"
import { faults, newVisitor, test } from "../signed-in.ts"

const rows = (row: string) => `<ul>${row.repeat(30)}</ul>`
const faint: Readonly<Record<string, string>> = {
  "among others that look alike": rows(`<li style="color: #aaa">Diesel</li>`),
  "after a disabled control of the same look": `<button disabled style="color: #aaa">Save</button><button style="color: #aaa">Save</button>`,
  "after the label of a disabled field of the same look": `<label style="color: #aaa">Site <input disabled></label><label style="color: #aaa">Day <input></label>`,
  "on another ground than others in the same colour": `<p><b>Rice</b></p><p style="background: #333"><b>Rice</b></p>`,
  "after one of the same look that is out of sight": `<div style="height: 10px; overflow: hidden"><br><b style="color: #aaa">Rice</b></div><div><b style="color: #aaa">Rice</b></div>`,
  "after one that is out of sight and to which nothing scrolls": `<div style="height: 10px; overflow: hidden"><br><br><b style="color: #aaa">Rice</b></div>${"<br>".repeat(200)}<b style="color: #aaa">Rice</b>`,
  "below the edge of the screen": `${"<br>".repeat(200)}<b style="color: #aaa">Rice</b>`,
  "after one further down a list that scrolls": `<div role="region" aria-label="List" tabindex="0" style="height: 50px; overflow: auto">${"<br>".repeat(50)}<b style="color: #aaa">Rice</b></div><div><b style="color: #aaa">Rice</b></div>`,
  "in a field among others, one of which is disabled": `<input disabled aria-label="Day" style="color: #aaa" value="1"><input aria-label="Site" style="color: #aaa" value="Juba">`,
  "in a field on another ground": `<input aria-label="Day" style="background: transparent" value="1"><p style="background: #333"><input aria-label="Site" style="background: transparent" value="Juba"></p>`,
  "beside a box of a point, of the same look": `<b style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); color: #aaa">Rice</b><b style="color: #aaa">Rice</b>`,
  "of less weight than others in the same colour": `<p style="font: bold 20px serif; color: #888">Rice</p><p style="color: #888">Rice</p>`,
  "in a field": `<input aria-label="Site" style="color: #aaa" value="Juba">`,
  "on an opaque layer": `<div style="position: relative; background: white"><b>Rice</b></div><div style="position: relative; background: #333"><b>Rice</b></div>`,
  "on a layer through which the page shows": `<div style="position: relative; background: white"><b>Rice</b></div><div style="background: #333"><div style="position: relative; background: rgba(255, 255, 255, 0.1)"><b>Rice</b></div></div>`,
  "on an opaque layer that fades": `<div style="position: relative; background: white"><b>Rice</b></div><div style="opacity: 0.3"><div style="position: relative; background: white"><b>Rice</b></div></div>`,
  "beside a layer on an opaque ground": `<div style="background: white"><b>Rice</b></div><div style="background: white"><i style="position: absolute; background: #333; width: 90px; height: 90px"></i><b style="position: relative">Rice</b></div>`,
  "in a dialog": `<b>Rice</b><div role="dialog" aria-modal="true" aria-label="Stock" style="position: fixed; background: #333"><b>Rice</b></div>`,
  "over something that is not around it": `<p><b>Rice</b></p><p style="position: relative"><i style="position: absolute; inset: 0; background: #444"></i><b style="position: relative">Rice</b></p>`,
}

test("a text that is too faint is found wherever it stands, and legible texts are not reported", async ({ browser }) => {
  const page = await newVisitor(browser)
  const open = (body: string) => page.setContent(`<html lang="en"><title>Stock</title><body style="background: white; color: #222"><h1>Stock</h1>${body}`)
  await open(rows(`<li>Diesel</li>`))
  expect(await faults(page)).toEqual([])
  // also where legible texts like it were seen before
  for (const [where, body] of Object.entries(faint)) {
    await open(body)
    expect(await faults(page), where).toEqual([expect.stringMatching(/^color-contrast: /)])
  }
})

/** A button of a size at a place. */
const button = (left: number, size: number, more = "") =>
  `<button aria-label="Save" style="position: absolute; top: 200px; left: ${left}px; width: ${size}px; height: ${size}px; padding: 0; border: 0; ${more}"></button>`
const tooSmall: Readonly<Record<string, string>> = {
  "small ones side by side": button(20, 16) + button(38, 16),
  "a small one beside a large one": button(20, 16) + button(38, 40),
  "a large one that another one covers in part": button(20, 40) + button(40, 40),
}

test("a target that is too small is found beside others, and large or lone targets are not reported", async ({ browser }) => {
  const page = await newVisitor(browser)
  const open = (body: string) => page.setContent(`<html lang="en"><title>Stock</title><body><h1>Stock</h1>${body}`)
  for (const body of [button(20, 24) + button(45, 24), button(20, 16), button(20, 16) + button(50, 16)]) {
    await open(body)
    expect(await faults(page), body).toEqual([])
  }
  for (const [which, body] of Object.entries(tooSmall)) {
    await open(body)
    // a fault names its element
    expect(await faults(page), which).toEqual([expect.stringMatching(/^target-size: .*<button aria-label="Save"/)])
  }
})

test("a target under a sticky bar is reported only if scrolling cannot uncover it", async ({ browser }) => {
  const page = await newVisitor(browser)
  const bar = (at: string) => `<header style="position: sticky; ${at}; height: 70px"><a href="/" style="display: block; height: 70px">Home</a></header>`
  const open = (height: number, at: string) =>
    page.setContent(`<html lang="en"><title>Stock</title><body>${button(20, 40)}${bar(at)}<h1>Stock</h1><div style="height: ${height}px"></div>`)
  // the button is at 200 to 240
  await open(3000, "top: 0")
  await page.evaluate(() => scrollTo(0, 150))
  expect(await faults(page), "a page that was scrolled").toEqual([])
  await open(100, "top: 210px")
  expect(await faults(page), "a page that does not scroll").toEqual([expect.stringMatching(/^target-size: .*<button aria-label="Save"/)])
})
