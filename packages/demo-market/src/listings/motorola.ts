import type { DemoListings } from './demo-listing.ts'

export const motorola: DemoListings = {
  category: 'motorola',
  listings: [
    {
      product: 'Motorola Edge 50 Pro 256 GB',
      seller: 'demo-seller-5',
      condition: 'EXCELLENT',
      price: 329,
      original: 699,
      yearsUsed: 1,
      location: 'Chicago, IL',
      posted: 24,
      advertised: 22,
      design: 'motorola',
      finish: 'tangerine',
      description:
        'Soft leather-like back that never slips, in a colour you will find again in any bag. One year old, immaculate. I moved to a work phone and do not carry two.',
    },
    {
      product: 'Moto G Power (2024) 128 GB',
      seller: 'demo-seller',
      condition: 'GOOD',
      price: 119,
      original: 299,
      yearsUsed: 2,
      tellsYear: true,
      location: 'Salem, OR',
      posted: 62,
      design: 'motorola',
      finish: 'pine',
      description:
        'Two days of battery, and it charges without a wire too. Bought for a long bike tour, which it survived in a handlebar bag. Fine lines on the screen protector, none below it.',
    },
    {
      product: 'Motorola Edge 40 256 GB',
      seller: 'demo-seller-4',
      condition: 'GOOD',
      price: 199,
      original: 599,
      yearsUsed: 3,
      location: 'Austin, TX',
      posted: 115,
      design: 'motorola',
      finish: 'tan',
      description:
        'Thin, light and water resistant, with curved glass that feels expensive. The back has taken on a little patina. Unlocked for every carrier.',
    },
    {
      product: 'Moto G Stylus 5G 128 GB',
      seller: 'demo-seller-3',
      condition: 'FAIR',
      price: 79,
      original: 399,
      yearsUsed: 4,
      location: 'Raleigh, NC',
      posted: 430,
      design: 'motoPlain',
      finish: 'cobalt',
      description:
        'The stylus is there and writes well. The body is worn: scratches, scuffed edges and one chipped corner. I used it to take notes on building sites, so be kind.',
    },
    {
      product: 'Moto G 5G (2023) 128 GB',
      seller: 'demo-seller-6',
      condition: 'GOOD',
      price: 89,
      original: 249,
      yearsUsed: 3,
      location: 'Boston, MA',
      posted: 285,
      design: 'motoPlain',
      finish: 'silver',
      description:
        'Plain, quick and easy to use, without any extra apps. Good first phone; ours has been replaced only because of a new family plan. A few faint marks on the back.',
    },
  ],
}
