import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { acceptedAttributes, typedAttributes } from './attribute-schemas.ts'
import {
  attributes,
  attributesOf,
  formatAttribute,
  fromRestAttributes,
  pickAttributes,
  toRestAttributes,
} from './attributes.ts'

describe('an attribute of a listing', () => {
  it('is null where it is left out', () => {
    expect(pickAttributes({})).toMatchObject({ yearOfPurchase: null })
    expect(pickAttributes({ yearOfPurchase: 2024 })).toMatchObject({ yearOfPurchase: 2024 })
  })

  it('is a number or nothing as it is typed', () => {
    const Form = z.object(typedAttributes)
    expect(Form.parse({ yearOfPurchase: ' 2024 ' })).toEqual({ yearOfPurchase: 2024 })
    expect(Form.parse({ yearOfPurchase: ' ' }).yearOfPurchase).toBeUndefined()
    expect(Form.parse({})).toEqual({})
    for (const text of ['soon', '-1', '1e3', '20.5', '1900']) {
      expect(Form.safeParse({ yearOfPurchase: text }).success, text).toBe(false)
    }
  })

  it('has its own name and type in REST, and is accepted only where it says so', () => {
    const listing = { ...pickAttributes({}), yearOfPurchase: 2024 }
    expect(toRestAttributes(listing)).toMatchObject({ year_of_purchase: '2024' })
    expect(toRestAttributes({ ...listing, yearOfPurchase: null })).toMatchObject({ year_of_purchase: undefined })
    expect(acceptedAttributes).not.toHaveProperty('year_of_purchase')
    expect(fromRestAttributes({ name: 'x' })).toEqual({})
    expect(fromRestAttributes({ year_of_purchase: 2024 })).toEqual({ yearOfPurchase: 2024 })
  })

  it('is shown where it says so', () => {
    expect(attributesOf('page').map(({ name }) => name)).toContain('yearOfPurchase')
    expect(attributesOf('form').map(({ name }) => name)).not.toContain('yearOfPurchase')
    expect(formatAttribute({ ...attributes.yearOfPurchase, unit: ' %' }, 91)).toBe('91 %')
  })
})
