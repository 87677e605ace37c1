import { beforeEach, describe, expect, it, vi } from 'vitest'
import { loadConfig } from '#api-client/config.ts'
import { UploadRejected, uploadPicture } from './upload-picture.ts'
import { uploadToHost } from './upload-to-host.ts'

vi.mock('#api-client/config.ts', () => ({ loadConfig: vi.fn() }))
vi.mock('./redraw-picture.ts', () => ({ redrawPicture: vi.fn(async () => drawn) }))
vi.mock('./upload-picture.ts', async original => ({ ...(await original<object>()), uploadPicture: vi.fn() }))

const file = new File(['pixels'], 'p.png', { type: 'image/png' })
const drawn = new File(['drawn'], 'p.png', { type: 'image/webp' })
let token: string | null = 'old'
const session = { accessToken: vi.fn(async () => token), renewRefused: vi.fn<(refused: string) => Promise<void>>() }
const sentWith = () => vi.mocked(uploadPicture).mock.calls.map(([, options]) => options.token)

function uploadAt(uploadUrl: string) {
  vi.mocked(loadConfig).mockResolvedValue({
    identity: { apiKey: 'k', authDomain: 'd', projectId: 'p' },
    cardPayments: { publishableKey: 'pk', scriptUrl: 'https://js.example/' },
    imageHost: { uploadUrl },
    operator: null,
  })
  return uploadToHost(file, { onProgress: () => undefined, signal: new AbortController().signal }, session)
}

beforeEach(() => {
  token = 'old'
  session.renewRefused.mockReset().mockImplementation(async () => {
    token = 'new'
  })
  vi.mocked(uploadPicture).mockReset().mockResolvedValue('/images/a.webp')
})

it('what is sent is what was drawn, not the file', async () => {
  await uploadAt('/1/upload')
  expect(vi.mocked(uploadPicture).mock.calls.map(([sent]) => sent)).toEqual([drawn])
})

describe('the bearer', () => {
  it.each(['/1/upload?key=k', `${window.location.origin}/1/upload?key=k`])('goes with an upload to %s', async url => {
    expect(await uploadAt(url)).toBe('/images/a.webp')
    expect(sentWith()).toEqual(['old'])
  })

  it.each([
    'https://host.example/1/upload?key=k',
    '//host.example/1/upload',
    `${window.location.protocol}//${window.location.hostname}.evil.example/1/upload`,
    `http://${window.location.hostname}:1/1/upload`,
    `https://${window.location.hostname}/1/upload`,
    `${window.location.protocol}//${window.location.host}@host.example/1/upload`,
  ])('never goes to another origin: %s', async url => {
    await uploadAt(url)
    expect(sentWith()).toEqual([null])
  })

  it('is renewed once when it is refused', async () => {
    vi.mocked(uploadPicture).mockRejectedValueOnce(new UploadRejected(401, 'Sign in again.'))
    expect(await uploadAt('/1/upload')).toBe('/images/a.webp')
    expect(sentWith()).toEqual(['old', 'new'])
  })

  it('is not renewed for another reason', async () => {
    vi.mocked(uploadPicture).mockRejectedValueOnce(new UploadRejected(413, 'Too large.'))
    await expect(uploadAt('/1/upload')).rejects.toThrow('Too large.')
    expect(session.renewRefused).not.toHaveBeenCalled()
  })
})
