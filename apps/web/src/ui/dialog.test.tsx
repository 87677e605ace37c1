import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { Dialog } from './dialog.tsx'
import { PageTitle } from './page-title.tsx'

afterEach(() => vi.useRealTimers())

function Screen({ openerLeaves }: { openerLeaves: boolean }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <PageTitle>Phones</PageTitle>
      {!(open && openerLeaves) && (
        <button type="button" onClick={() => setOpen(true)}>
          Edit
        </button>
      )}
      {open && (
        <Dialog open onClose={() => setOpen(false)} title="Edit the phone">
          <input aria-label="Price" />
        </Dialog>
      )}
    </>
  )
}

function Removals() {
  const [names, setNames] = useState(['A', 'B'])
  const [asked, setAsked] = useState<string>()
  return (
    <>
      <PageTitle>Phones</PageTitle>
      <ul>
        {names.map(name => (
          <li key={name}>
            <h2 tabIndex={-1}>{name}</h2>
            <button type="button" onClick={() => setAsked(name)}>
              Delete {name}
            </button>
          </li>
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== undefined}
        title="Delete this post?"
        text="This cannot be undone."
        confirmLabel="Delete"
        onCancel={() => setAsked(undefined)}
        onConfirm={() => {
          setNames(names.filter(name => name !== asked))
          setAsked(undefined)
        }}
      />
    </>
  )
}

function Sending() {
  const [step, setStep] = useState<'idle' | 'asked' | 'sent'>('idle')
  return (
    <>
      <button type="button" onClick={() => setStep('asked')}>
        Send
      </button>
      {step === 'asked' && (
        <Dialog open onClose={() => setStep('idle')} title="Send this?">
          <button type="button" onClick={() => setStep('sent')}>
            Send it
          </button>
        </Dialog>
      )}
      {step === 'sent' && (
        <a href="#sent" ref={link => link?.focus()}>
          See what was sent
        </a>
      )}
    </>
  )
}

describe('a question before something that cannot be undone', () => {
  it('has the focus on the safe answer, which is Escape too', async () => {
    render(<Removals />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete A' }))
    expect(screen.getByRole('alertdialog', { name: 'Delete this post?' })).toHaveAccessibleDescription(
      'This cannot be undone.',
    )
    expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Delete A')
    expect(screen.getByRole('heading', { name: 'A' })).toBeVisible()
  })
})

describe('a dialog that closes', () => {
  it('gives the focus back to what opened it', async () => {
    render(<Screen openerLeaves={false} />)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByRole('dialog', { name: 'Edit the phone' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Edit')
  })

  it('gives it to the item that took the place of the one that opened it', async () => {
    render(<Removals />)
    await userEvent.click(screen.getByRole('button', { name: 'Delete A' }))
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await expect.poll(() => document.activeElement?.textContent).toBe('B')
  })

  it('leaves it to what takes it as it closes', () => {
    // It gives the focus back a moment after it is gone.
    vi.useFakeTimers()
    render(<Sending />)
    const opener = screen.getByRole('button', { name: 'Send' })
    opener.focus()
    fireEvent.click(opener)
    fireEvent.click(screen.getByRole('button', { name: 'Send it' }))
    vi.runAllTimers()
    expect(screen.getByRole('link', { name: 'See what was sent' })).toHaveFocus()
  })

  it('gives it to the heading of the page when that is gone', async () => {
    render(<Screen openerLeaves />)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Phones')
  })
})

it('a dialog above another one dims it, and gives its first field the focus where it is asked to', async () => {
  const close = () => undefined
  render(
    <>
      <Dialog open onClose={close} title="Below">
        <p>Text</p>
      </Dialog>
      <Dialog open onClose={close} title="Above" focusesField>
        <input aria-label="Code" />
      </Dialog>
    </>,
  )
  expect(screen.getByLabelText('Code')).toHaveFocus()
  const levels = [...document.querySelectorAll('.bg-scrim, [role="dialog"]')]
  expect(levels.map(({ className }) => className.includes('z-50'))).toEqual([true, true, true, true])
  expect(levels.map(element => element.getAttribute('role'))).toEqual([null, 'dialog', null, 'dialog'])
})
