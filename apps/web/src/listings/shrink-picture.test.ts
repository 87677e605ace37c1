import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { shrinkPicture } from './shrink-picture.ts'

const drawn: { width: number; height: number; types: string[] }[] = []
let written: string[] = []
const context = { drawImage: vi.fn(), fillRect: vi.fn() }

function picture(type: string, width: number, height: number): File {
  vi.stubGlobal(
    'createImageBitmap',
    vi.fn(async () => ({ width, height, close: vi.fn() })),
  )
  return new File(['pixels'], 'p', { type })
}

beforeEach(() => {
  drawn.length = 0
  written = ['image/webp', 'image/jpeg']
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(() => context as never)
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation(function (
    this: HTMLCanvasElement,
    done,
    type = '',
  ) {
    drawn.push({ width: this.width, height: this.height, types: [type] })
    done(new Blob(['drawn'], { type: written.includes(type) ? type : 'image/png' }))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a picture that is sent', () => {
  it.each([
    [5712, 4284, 2560, 1920],
    [4284, 5712, 1920, 2560],
    [20_000, 3, 2560, 1],
  ])('of %d by %d is made smaller, as WebP', async (width, height, toWidth, toHeight) => {
    const sent = await shrinkPicture(picture('image/jpeg', width, height))
    expect(sent.type).toBe('image/webp')
    expect(drawn).toEqual([{ width: toWidth, height: toHeight, types: ['image/webp'] }])
    expect(createImageBitmap).toHaveBeenCalledWith(expect.any(File), { imageOrientation: 'from-image' })
  })

  it('is a JPEG where the browser writes no WebP, with white for what is clear', async () => {
    written = ['image/jpeg']
    expect((await shrinkPicture(picture('image/png', 3000, 3000))).type).toBe('image/jpeg')
    expect(context.fillRect).toHaveBeenCalledOnce()
  })

  it('is sent as it is when it is small', async () => {
    const small = picture('image/jpeg', 2560, 1920)
    expect(await shrinkPicture(small)).toBe(small)
  })

  it('is drawn again when it is an AVIF of any size', async () => {
    expect((await shrinkPicture(picture('image/avif', 2560, 2560))).type).toBe('image/webp')
    expect(drawn).toMatchObject([{ width: 2560, height: 2560 }])
  })

  it('is sent as it is when the browser cannot read or draw it', async () => {
    const unread = picture('image/jpeg', 5000, 5000)
    vi.stubGlobal('createImageBitmap', vi.fn().mockRejectedValue(new Error('no')))
    expect(await shrinkPicture(unread)).toBe(unread)
    const undrawn = picture('image/jpeg', 5000, 5000)
    vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation(done => done(null))
    expect(await shrinkPicture(undrawn)).toBe(undrawn)
  })
})
