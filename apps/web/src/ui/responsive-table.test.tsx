import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { type Column, ResponsiveTable } from './responsive-table.tsx'

interface Phone {
  id: string
  price: string
}

const columns: Column<Phone>[] = [
  { head: 'Phone', card: 'title', cell: ({ id }) => <h2 tabIndex={-1}>{id}</h2> },
  { head: 'Price', card: 'line', cell: ({ price }) => price },
  { head: 'Act', hidesHead: true, card: 'foot', cell: ({ id }) => <button type="button">Sell {id}</button> },
]
const pixel = { id: 'Pixel', price: '$5' }
const nokia = { id: 'Nokia', price: '$3' }
const table = (rows: Phone[]) => <ResponsiveTable rows={rows} keyOf={({ id }) => id} columns={columns} />

it('names each column, also one whose head is not seen, and each cell by its column', () => {
  render(table([pixel]))
  expect(screen.getAllByRole('columnheader').map(head => head.textContent)).toEqual(['Phone', 'Price', 'Act'])
  const [, row] = screen.getAllByRole('row')
  const cells = row ? within(row).getAllByRole('cell') : []
  expect(cells.map(cell => [cell.dataset.head, cell.textContent])).toEqual([
    ['Phone', 'Pixel'],
    ['Price', '$5'],
    ['Act', 'Sell Pixel'],
  ])
})

it('gives the focus to the heading of the row in the place of one that has gone', async () => {
  const { rerender } = render(table([pixel, nokia]))
  screen.getByRole('button', { name: 'Sell Pixel' }).focus()
  rerender(table([nokia]))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Nokia' })).toHaveFocus())
})
