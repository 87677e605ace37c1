import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { redrawPicture } from './redraw-picture.ts'

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
    const sent = await redrawPicture(picture('image/jpeg', width, height))
    expect(sent.type).toBe('image/webp')
    expect(drawn).toEqual([{ width: toWidth, height: toHeight, types: ['image/webp'] }])
    expect(createImageBitmap).toHaveBeenCalledWith(expect.any(File), { imageOrientation: 'from-image' })
  })

  it('is a JPEG where the browser writes no WebP, with white for what is clear', async () => {
    written = ['image/jpeg']
    expect((await redrawPicture(picture('image/png', 3000, 3000))).type).toBe('image/jpeg')
    expect(context.fillRect).toHaveBeenCalledOnce()
  })

  it.each(['image/jpeg', 'image/png', 'image/webp', 'image/avif', ''])(
    'is drawn anew when it is small, so that nothing else of its file is sent: %s',
    async type => {
      const small = picture(type, 800, 600)
      const sent = await redrawPicture(small)
      expect([sent.type, sent.name, await sent.text()]).toEqual(['image/webp', small.name, 'drawn'])
      expect(drawn).toMatchObject([{ width: 800, height: 600 }])
    },
  )

  it('is never the file itself: what the browser cannot read or draw is refused', async () => {
    const unread = picture('image/jpeg', 5000, 5000)
    vi.stubGlobal('createImageBitmap', vi.fn().mockRejectedValue(new Error('no')))
    await expect(redrawPicture(unread)).rejects.toThrow('This picture cannot be read here')
    const undrawn = picture('image/jpeg', 5000, 5000)
    vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation(done => done(null))
    await expect(redrawPicture(undrawn)).rejects.toThrow('This picture cannot be drawn here')
  })

  it('is asked for again when its file was changed since it was chosen', async () => {
    const changed = picture('image/jpeg', 800, 600)
    vi.stubGlobal('createImageBitmap', vi.fn().mockRejectedValue(new DOMException('', 'InvalidStateError')))
    const gone = () => Promise.reject(new DOMException('', 'NotReadableError'))
    vi.spyOn(changed, 'slice').mockReturnValue(Object.assign(new Blob(), { arrayBuffer: gone }))
    await expect(redrawPicture(changed)).rejects.toThrow('was changed or removed on your device since you chose it')
  })

  it('is refused when it is still too large', async () => {
    const large = Object.defineProperty(new Blob(['x'], { type: 'image/webp' }), 'size', { value: 11 * 1024 * 1024 })
    vi.mocked(HTMLCanvasElement.prototype.toBlob).mockImplementation(done => done(large))
    await expect(redrawPicture(picture('image/png', 800, 600))).rejects.toThrow('too large to send')
  })
})
