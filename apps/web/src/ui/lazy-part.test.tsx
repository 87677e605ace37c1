import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { CHUNK_MISSING } from '#api-client/load-chunk.ts'
import { expectCaughtErrors } from '#testing/open-app.tsx'
import { lazyPart } from './lazy-part.tsx'

/** A form with a part behind a button. */
function Form({ part: Part }: { part: ReturnType<typeof lazyPart> }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <input aria-label="Description" />
      <button type="button" onClick={() => setIsOpen(true)}>
        More
      </button>
      {isOpen && <Part />}
    </>
  )
}

it('a part comes when it is shown', async () => {
  render(<Form part={lazyPart(async () => ({ default: () => <p>It is there.</p> }))} />)
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByText('It is there.')).toBeVisible()
})

it('a part whose code a new release has removed leaves the form with what was typed, and says so', async () => {
  expectCaughtErrors()
  const missing = Object.assign(new Error('A part of this page did not arrive.'), { name: CHUNK_MISSING })
  render(<Form part={lazyPart(() => Promise.reject(missing))} />)
  await userEvent.type(screen.getByLabelText('Description'), 'As new')
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  expect(await screen.findByRole('alert')).toHaveTextContent('A part of this page did not arrive.')
  expect(screen.getByLabelText('Description')).toHaveValue('As new')
})
