import { PICTURE } from '@second-ring/testkit'

/** A new post as an old client sends it: prices and years as the texts of its form's fields, and a time of its own. */
export function oldProduct({ categoryId, email }: { categoryId: string; email: string }) {
  return {
    id: categoryId,
    condition: 'excellent',
    description: 'Works as it should.',
    image: PICTURE,
    product_name: 'Aurora 9',
    location: 'Portland',
    resale_price: '199.99',
    orginal_price: '599',
    year_used: '2',
    seller_name: 'Sana Seller',
    email,
    posted: 'Fri Nov 20 2026 10:12:13 GMT+0100',
  }
}

/** A booking as an old client sends it, with the prefilled fields of its form. */
export function oldBooking({ product, email, price }: { product: string; email: string; price: string | number }) {
  return { name: 'Ben Buyer', product, product_img: PICTURE, email, price, location: 'Library', phone: '15550100199' }
}
