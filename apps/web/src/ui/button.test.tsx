import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Button } from './button.tsx'

describe('a busy button', () => {
  it('keeps the focus of whoever pressed it', async () => {
    const { rerender } = render(<Button>Save</Button>)
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    rerender(<Button busy>Save</Button>)
    expect(screen.getByRole('button', { name: 'Save' })).toHaveFocus()
    expect(screen.getByRole('button', { name: 'Save' })).toHaveAttribute('aria-disabled', 'true')
  })

  it('cannot be pressed again', async () => {
    const press = vi.fn()
    render(
      <Button busy onClick={press}>
        Save
      </Button>,
    )
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await userEvent.keyboard('{Enter} ')
    expect(press).not.toHaveBeenCalled()
  })

  it('does not send its form again', async () => {
    const send = vi.fn()
    const form = (busy: boolean) => (
      <form
        onSubmit={event => {
          event.preventDefault()
          send()
        }}
      >
        <input aria-label="Price" />
        <Button type="submit" busy={busy}>
          Save
        </Button>
      </form>
    )
    const { rerender } = render(form(true))
    await userEvent.type(screen.getByLabelText('Price'), '1{Enter}')
    fireEvent.click(screen.getByRole('button', { name: 'Save' }))
    expect(send).not.toHaveBeenCalled()
    rerender(form(false))
    await userEvent.type(screen.getByLabelText('Price'), '1{Enter}')
    expect(send).toHaveBeenCalledOnce()
  })
})
