import { describe, expect, it } from 'vitest'
import { CreateListingForm, CreateListingInput } from './create-listing.ts'

const form = {
  categoryId: '0199a3a2-7e5d-7c40-8d8e-111111111111',
  productName: 'Aurora 12',
  sellerName: 'Robin Vale',
  condition: 'GOOD',
  description: 'Works as it should.',
  location: 'Portland',
  resalePrice: '199.99',
  originalPrice: '599',
  yearsUsed: '2',
}

const messagesOf = (changes: Record<string, unknown>) =>
  CreateListingForm.safeParse({ ...form, ...changes }).error?.issues.map(issue => issue.message)

describe('the Add a product form', () => {
  it('reads dollars as cents and years as a number', () => {
    expect(CreateListingForm.parse(form)).toMatchObject({ resalePrice: 19_999, originalPrice: 59_900, yearsUsed: 2 })
  })

  it.each([
    ['productName', 'Model name is required'],
    ['sellerName', 'Your name is required'],
    ['location', 'Location is required'],
    ['description', 'Description is required'],
    ['resalePrice', 'Enter a price, such as 249.99'],
    ['originalPrice', 'Enter a price, such as 249.99'],
    ['yearsUsed', 'Years used is required'],
    ['categoryId', 'Choose a category'],
  ])('requires %s', (field, message) => {
    expect(messagesOf({ [field]: '' })).toContain(message)
  })

  it.each(['51', '-1', '1.5', 'two'])('refuses %j years of use', yearsUsed => {
    expect(messagesOf({ yearsUsed })).toEqual(['Enter whole years, from 0 to 50'])
  })
})

describe('a new listing', () => {
  it('needs a picture and ignores what would change authority', () => {
    const input = {
      categoryId: form.categoryId,
      productName: 'Aurora 12',
      sellerName: 'Robin Vale',
      condition: 'GOOD',
      description: 'Works.',
      location: 'Portland',
      resalePriceCents: 19_999,
      originalPriceCents: 59_900,
      yearsUsed: 2,
    }
    expect(CreateListingInput.safeParse({ ...input, images: [] }).error?.issues[0]?.message).toBe(
      'A picture is required',
    )
    const parsed = CreateListingInput.parse({ ...input, images: ['/x.webp'], sellerId: 'x', advertisedAt: 'now' })
    expect(parsed).not.toHaveProperty('sellerId')
    expect(parsed).not.toHaveProperty('advertisedAt')
  })
})
