import { expect, type Locator } from '@playwright/test'

/** A text in red, whichever theme it is in. */
export async function expectRed(text: Locator): Promise<void> {
  await expect(text).toBeVisible()
  const color = await text.evaluate(element => {
    // A canvas reads colours of any notation as red, green and blue.
    const canvas = document.createElement('canvas').getContext('2d')
    if (!canvas) throw new Error('This browser has no canvas')
    canvas.fillStyle = getComputedStyle(element).color
    canvas.fillRect(0, 0, 1, 1)
    return [...canvas.getImageData(0, 0, 1, 1).data]
  })
  const [red = 0, green = 0, blue = 0] = color
  expect(red, `rgb(${color.join(' ')})`).toBeGreaterThan(1.5 * Math.max(green, blue))
}
