import { render } from '@testing-library/react'
import { expect, it } from 'vitest'
import { createIcon } from './icon.ts'

const Cross = createIcon('M18 6 6 18M6 6l12 12')

it('is drawn in the size and class that it is given, and hidden from readers', () => {
  const { container } = render(<Cross className="size-5" />)
  const icon = container.firstElementChild
  expect(icon).toHaveClass('size-5')
  expect(icon).toHaveAttribute('aria-hidden', 'true')
  expect(icon?.innerHTML).toBe('<path d="M18 6 6 18M6 6l12 12"></path>')
})

it('is told to readers when it has a name', () => {
  const { container } = render(<Cross aria-label="Close" />)
  expect(container.firstElementChild).toHaveAttribute('aria-hidden', 'false')
})
