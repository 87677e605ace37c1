import { attributes } from '@second-ring/contracts/listings/attributes'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { noFacets } from '#testing/facets.ts'
import { AttributeFilter } from './filter-panel.tsx'
import { everything } from './search-url.ts'

const attribute = { ...attributes.yearOfPurchase, name: 'yearOfPurchase' as const, unit: ' %' }
const shared = { attribute, filters: everything, isCounting: false }

describe('the filter of an attribute', () => {
  it('offers some of its values as the least, each with how many phones have as much or more', async () => {
    const onChange = vi.fn()
    const values = [80, 85, 90, 95, 98, 100].map(value => ({ value, count: 2 }))
    const facets = { ...noFacets, attributes: { yearOfPurchase: { values, capped: false } } }
    render(<AttributeFilter {...shared} facets={facets} onChange={onChange} />)
    expect(screen.getAllByRole('radio')).toHaveLength(4)
    await userEvent.click(screen.getByLabelText(/^90 % or more ?8/))
    expect(onChange).toHaveBeenCalledExactlyOnceWith({ ...everything, attributes: { yearOfPurchase: { min: 90 } } })
  })

  it('is not there where no phone says it', () => {
    const { container } = render(<AttributeFilter {...shared} facets={noFacets} onChange={vi.fn()} />)
    expect(container).toBeEmptyDOMElement()
  })
})
