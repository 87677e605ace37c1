import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { PageTitle } from './page-title.tsx'
import { useFocusAfterRemoval } from './use-focus-after-removal.ts'

function Phones({ names }: { names: string[] }) {
  return (
    <>
      <PageTitle>Phones</PageTitle>
      {names.length > 0 ? <List names={names} /> : <p>None</p>}
      <button type="button">Elsewhere</button>
    </>
  )
}

function List({ names }: { names: string[] }) {
  const focusProps = useFocusAfterRemoval<HTMLUListElement>()
  return (
    <ul {...focusProps}>
      {names.map(name => (
        <li key={name}>
          <h2 tabIndex={-1}>{name}</h2>
          <button type="button">Remove {name}</button>
        </li>
      ))}
    </ul>
  )
}

async function press(name: string) {
  await userEvent.click(screen.getByRole('button', { name }))
}

describe('when an item with the focus leaves its list', () => {
  it('the one that takes its place gets the focus', async () => {
    const { rerender } = render(<Phones names={['A', 'B', 'C']} />)
    await press('Remove B')
    rerender(<Phones names={['A', 'C']} />)
    expect(screen.getByRole('heading', { name: 'C' })).toHaveFocus()
  })

  it('the one before it does if it was the last', async () => {
    const { rerender } = render(<Phones names={['A', 'B', 'C']} />)
    await press('Remove C')
    rerender(<Phones names={['A', 'B']} />)
    expect(screen.getByRole('heading', { name: 'B' })).toHaveFocus()
  })

  it('the heading of the page does if it was the only one', async () => {
    const { rerender } = render(<Phones names={['A']} />)
    await press('Remove A')
    rerender(<Phones names={[]} />)
    await expect.poll(() => document.activeElement?.textContent).toBe('Phones')
  })
})

describe('the focus stays', () => {
  it('where it is, when another item leaves', async () => {
    const { rerender } = render(<Phones names={['A', 'B', 'C']} />)
    await press('Remove B')
    rerender(<Phones names={['B', 'C']} />)
    expect(screen.getByRole('button', { name: 'Remove B' })).toHaveFocus()
  })

  it('outside, when it had gone there before', async () => {
    const { rerender } = render(<Phones names={['A', 'B']} />)
    await press('Remove B')
    await press('Elsewhere')
    rerender(<Phones names={['A']} />)
    expect(screen.getByRole('button', { name: 'Elsewhere' })).toHaveFocus()
  })
})
