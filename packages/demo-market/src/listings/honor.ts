import type { DemoListings } from './demo-listing.ts'

export const honor: DemoListings = {
  category: 'honor',
  listings: [
    {
      product: 'Honor Magic6 Pro 512 GB',
      seller: 'demo-seller-5',
      condition: 'EXCELLENT',
      price: 529,
      original: 1199,
      yearsUsed: 2,
      tellsYear: true,
      location: 'Minneapolis, MN',
      posted: 29,
      design: 'honorDisc',
      finish: 'pine',
      description:
        'Leather-like green back, a screen that is easy on the eyes at night, and a battery that laughs at winter. Kept in a case. International model, please check your carrier.',
    },
    {
      product: 'Honor 90 256 GB',
      seller: 'demo-seller-4',
      condition: 'EXCELLENT',
      price: 219,
      original: 549,
      yearsUsed: 3,
      location: 'Miami, FL',
      posted: 80,
      design: 'honorEyes',
      finish: 'lilac',
      description:
        'Thin and shiny, with a front camera for people who really use it. Worn with a bumper and a protector, both included. As good as new.',
    },
    {
      product: 'Honor 70 128 GB',
      seller: 'demo-seller-6',
      condition: 'GOOD',
      price: 149,
      original: 499,
      yearsUsed: 4,
      location: 'Philadelphia, PA',
      posted: 185,
      design: 'honorEyes',
      finish: 'mint',
      description:
        'Crystal pattern on the back, two round cameras, light as a feather. Three faint scratches that my photos hide better than daylight does. Battery at 88 %.',
    },
    {
      product: 'Honor X9b 256 GB',
      seller: 'demo-seller-2',
      condition: 'GOOD',
      price: 199,
      original: 349,
      yearsUsed: 2,
      location: 'Sacramento, CA',
      posted: 390,
      design: 'honorDisc',
      finish: 'tangerine',
      description:
        'Famous for surviving falls, and it has survived two of mine without a chip. Sunrise orange, soft to the touch. Fine lines on the screen protector only.',
      deal: {
        buyer: 'demo-buyer-2',
        booked: 240,
        paid: 238,
        meetingPlace: 'Sacramento Valley Station, waiting room',
        phone: '+1 408 555 0117',
      },
    },
  ],
}
