import type { DemoListings } from './demo-listing.ts'

export const fairphone: DemoListings = {
  category: 'fairphone',
  listings: [
    {
      product: 'Fairphone 5 256 GB',
      seller: 'demo-seller',
      condition: 'EXCELLENT',
      price: 399,
      original: 699,
      yearsUsed: 2,
      tellsYear: true,
      location: 'Portland, OR',
      posted: 48,
      advertised: 30,
      design: 'fairphone',
      finish: 'sky',
      description:
        'A phone you can take apart with one screwdriver, and I have, only to look. Spare battery and the screwdriver are included. Runs on T-Mobile here without trouble.',
    },
    {
      product: 'Fairphone 4 128 GB',
      seller: 'demo-seller-6',
      condition: 'GOOD',
      price: 229,
      original: 629,
      yearsUsed: 4,
      location: 'Denver, CO',
      posted: 135,
      design: 'fairphone',
      finish: 'sage',
      description:
        'New screen and new battery last winter, each a five minute job. Light marks on the back cover, which is also a ten dollar part. It will outlive us all.',
    },
    {
      product: 'Fairphone 4 256 GB',
      seller: 'demo-seller-5',
      condition: 'FAIR',
      price: 179,
      original: 679,
      yearsUsed: 4,
      tellsYear: true,
      location: 'Madison, WI',
      posted: 360,
      design: 'fairphone',
      finish: 'graphite',
      description:
        'Looks rough, runs well: scratched cover, chipped corner, scuffs on the bumper edge. All modules tested with the built-in check. Good project for someone with a shelf of spare parts.',
    },
    {
      product: 'Fairphone 5 128 GB',
      seller: 'demo-seller-2',
      condition: 'GOOD',
      price: 339,
      original: 649,
      yearsUsed: 2,
      location: 'Berkeley, CA',
      posted: 220,
      design: 'fairphone',
      finish: 'charcoal',
      description:
        'Matte black, a few hairlines, and a bottom module that I replaced in summer. I like it too much to let it lie in a drawer. Happy to show you how everything opens.',
    },
  ],
}
