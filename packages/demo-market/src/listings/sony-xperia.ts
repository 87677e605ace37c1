import type { DemoListings } from './demo-listing.ts'

export const sonyXperia: DemoListings = {
  category: 'sony-xperia',
  listings: [
    {
      product: 'Xperia 1 V 256 GB',
      seller: 'demo-seller-2',
      condition: 'GOOD',
      price: 499,
      original: 1399,
      yearsUsed: 3,
      tellsYear: true,
      location: 'Oakland, CA',
      posted: 33,
      design: 'xperiaRibbed',
      finish: 'forest',
      description:
        'For people who take pictures with the shutter button half pressed. Headphone jack, memory card, no notch. Light marks on the textured glass; the lenses are clean.',
    },
    {
      product: 'Xperia 5 IV 128 GB',
      seller: 'demo-seller-6',
      condition: 'EXCELLENT',
      price: 289,
      original: 999,
      yearsUsed: 3,
      location: 'New York, NY',
      posted: 88,
      design: 'xperia',
      finish: 'onyx',
      description:
        'Narrow enough for small hands and tall enough for reading. Used on weekends only, next to a film camera. Comes boxed.',
    },
    {
      product: 'Xperia 10 V 128 GB',
      seller: 'demo-seller-4',
      condition: 'GOOD',
      price: 169,
      original: 449,
      yearsUsed: 3,
      location: 'Miami, FL',
      posted: 200,
      design: 'xperia',
      finish: 'lilac',
      description:
        'The lightest phone I know, and with three days of battery when you go easy on it. Slight wear around the charging port. Two front speakers that are better than they should be.',
    },
    {
      product: 'Xperia 5 III 128 GB',
      seller: 'demo-seller-5',
      condition: 'FAIR',
      price: 129,
      original: 949,
      yearsUsed: 5,
      location: 'Milwaukee, WI',
      posted: 590,
      design: 'xperia',
      finish: 'mint',
      cracked: true,
      description:
        'There is a hairline crack in from the side of the screen that has not moved in a year, and one corner is chipped. Camera, sound and buttons are all in order. Sold as it is.',
    },
  ],
}
