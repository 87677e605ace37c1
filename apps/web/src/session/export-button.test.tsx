import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ExportButton } from './export-button.tsx'
import type { Session } from './session.ts'
import { SessionContext } from './session-context.ts'

const session = { accessToken: async () => 'token' } as Partial<Session> as Session
const server = vi.fn<(address: string | URL, init?: RequestInit) => Promise<Response>>()
const saved = vi.fn<(name: string, file: Blob) => void>()

beforeEach(() => {
  server.mockReset()
  saved.mockClear()
  vi.stubGlobal('fetch', server)
  let kept: Blob
  const createObjectURL = (file: Blob) => {
    kept = file
    return 'blob:file'
  }
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined }))
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved(this.download, kept)
  })
})

const ui = (address: string) => (
  <SessionContext value={session}>
    <ExportButton address={address} name="second-ring-audit.csv" />
  </SessionContext>
)
const press = () => userEvent.click(screen.getByRole('button', { name: 'Export as CSV' }))

/** A file that comes in parts, as a test sends them. */
function file() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const answer = new Response(readable, { headers: { 'content-type': 'text/csv; charset=utf-8' } })
  return {
    answer,
    send: (text: string) => writer.write(new TextEncoder().encode(text)),
    end: () => writer.close(),
    cut: () => writer.abort(new TypeError('terminated')),
  }
}

describe('the export', () => {
  it('fetches the file with the bearer in a header, shows how far it is, and saves it', async () => {
    const { answer, send, end } = file()
    server.mockResolvedValue(answer)
    render(ui('/audit.csv?action=order.'))
    await press()
    const [address, init] = server.mock.calls[0] ?? []
    expect(address).toBe('/audit.csv?action=order.')
    expect(new Headers(init?.headers).get('authorization')).toBe('Bearer token')
    await send('at,actorId\r\n'.repeat(1000))
    expect(await screen.findByText('Exporting… 12 kB')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Export as CSV' })).toHaveAttribute('aria-busy', 'true')
    expect(saved).not.toHaveBeenCalled()
    await end()
    expect(await screen.findByText('Exported')).toBeVisible()
    expect(saved).toHaveBeenCalledExactlyOnceWith('second-ring-audit.csv', expect.any(Blob))
    expect(saved.mock.calls[0]?.[1].size).toBe(12_000)
  })

  it('says why it was refused', async () => {
    server.mockResolvedValue(Response.json({ message: 'Your account is not allowed to do this.' }, { status: 403 }))
    render(ui('/audit.csv'))
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'The export failed. Your account is not allowed to do this.',
    )
    expect(saved).not.toHaveBeenCalled()
  })

  it('says when there is no network, and works when it is pressed again', async () => {
    server.mockRejectedValueOnce(new TypeError('Failed to fetch'))
    render(ui('/audit.csv'))
    await press()
    expect(await screen.findByRole('alert')).toHaveTextContent('The export failed. Network Error.')
    const { answer, end } = file()
    server.mockResolvedValue(answer)
    await press()
    await end()
    expect(await screen.findByText('Exported')).toBeVisible()
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it('saves nothing of a file that was cut off', async () => {
    const { answer, send, cut } = file()
    server.mockResolvedValue(answer)
    render(ui('/audit.csv'))
    await press()
    await send('at,actorId\r\n')
    await cut()
    expect(await screen.findByRole('alert')).toHaveTextContent('The export failed. Network Error.')
    expect(saved).not.toHaveBeenCalled()
  })

  it('says nothing when the dialog that asks for the second factor is closed', async () => {
    server.mockResolvedValue(Response.json({ message: 'Prove it.', code: 'FACTOR_REQUIRED' }, { status: 403 }))
    render(ui('/audit.csv'))
    await press()
    await waitFor(() => expect(screen.getByRole('button', { name: 'Export as CSV' })).not.toHaveAttribute('aria-busy'))
    expect(screen.queryByRole('alert')).toBeNull()
    expect(saved).not.toHaveBeenCalled()
  })

  it('ends when something else is looked for meanwhile', async () => {
    server.mockReturnValue(new Promise(() => undefined))
    const { rerender } = render(ui('/audit.csv'))
    await press()
    rerender(ui('/audit.csv?action=order.'))
    expect(server.mock.calls[0]?.[1]?.signal?.aborted).toBe(true)
    await waitFor(() => expect(screen.getByRole('status')).toBeEmptyDOMElement())
    expect(screen.getByRole('button', { name: 'Export as CSV' })).not.toHaveAttribute('aria-busy')
  })
})
