import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { Dialog } from './dialog.tsx'
import { PageTitle } from './page-title.tsx'

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

describe('a dialog that closes', () => {
  it('gives the focus back to what opened it', async () => {
    render(<Screen openerLeaves={false} />)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    expect(screen.getByRole('dialog', { name: 'Edit the phone' })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Edit')
  })

  it('gives it to the heading of the page when that is gone', async () => {
    render(<Screen openerLeaves />)
    await userEvent.click(screen.getByRole('button', { name: 'Edit' }))
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.activeElement?.textContent).toBe('Phones')
  })
})
