import type { DemoListings } from './demo-listing.ts'

export const nothing: DemoListings = {
  category: 'nothing',
  listings: [
    {
      product: 'Nothing Phone (2) 256 GB',
      seller: 'demo-seller-4',
      condition: 'EXCELLENT',
      price: 349,
      original: 699,
      yearsUsed: 2,
      tellsYear: true,
      location: 'Austin, TX',
      posted: 11,
      design: 'nothing',
      finish: 'charcoal',
      description:
        'People will ask you about it in the elevator. All of the lights work, and the transparent back has no scratches at all. Box, cable and the little SIM tool are there.',
    },
    {
      product: 'Nothing Phone (1) 128 GB',
      seller: 'demo-seller-6',
      condition: 'GOOD',
      price: 179,
      original: 499,
      yearsUsed: 4,
      location: 'New York, NY',
      posted: 93,
      design: 'nothing',
      finish: 'chalk',
      description:
        'White, clean, still an eye-catcher. There are a few lines on the back that you see only against the light. Battery is good for a day.',
    },
    {
      product: 'Nothing Phone (2a) 256 GB',
      seller: 'demo-seller',
      condition: 'GOOD',
      price: 229,
      original: 399,
      yearsUsed: 2,
      location: 'Seattle, WA',
      posted: 176,
      design: 'nothing',
      finish: 'chalk',
      description:
        'Quick, light and pleasantly odd. I used it for a year as my only phone and would again. Light wear on the frame; the screen is perfect.',
      deal: {
        buyer: 'demo-buyer-4',
        booked: 60,
        paid: 58,
        meetingPlace: 'Pike Place Market, under the clock',
        phone: '+1 206 555 0122',
      },
    },
    {
      product: 'Nothing Phone (1) 256 GB',
      seller: 'demo-seller-3',
      condition: 'FAIR',
      price: 129,
      original: 549,
      yearsUsed: 4,
      location: 'Charlotte, NC',
      posted: 450,
      design: 'nothing',
      finish: 'charcoal',
      description:
        'It slid off a car roof, and one corner is chipped from it. The back is scratched, the lights still dance. Otherwise everything works, including wireless charging.',
    },
  ],
}
