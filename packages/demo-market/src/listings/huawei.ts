import type { DemoListings } from './demo-listing.ts'

export const huawei: DemoListings = {
  category: 'huawei',
  listings: [
    {
      product: 'Huawei P60 Pro 256 GB',
      seller: 'demo-seller-2',
      condition: 'EXCELLENT',
      price: 419,
      original: 1099,
      yearsUsed: 2,
      location: 'San Francisco, CA',
      posted: 58,
      design: 'huaweiStrip',
      finish: 'starlight',
      description:
        'The pearl back is different on every one of these, and this is a pretty one. Superb in the dark. No Google services, so know what you are buying.',
    },
    {
      product: 'Huawei Mate 40 Pro 256 GB',
      seller: 'demo-seller-5',
      condition: 'GOOD',
      price: 249,
      original: 1199,
      yearsUsed: 5,
      tellsYear: true,
      location: 'Chicago, IL',
      posted: 155,
      design: 'huaweiRing',
      finish: 'silver',
      description:
        'Big ring camera, a curved screen that wraps around your hand, very fast charging. Some hairlines at the rounded edges. The charger and its cable are original.',
    },
    {
      product: 'Huawei P30 128 GB',
      seller: 'demo-seller-3',
      condition: 'FAIR',
      price: 89,
      original: 699,
      yearsUsed: 6,
      location: 'Nashville, TN',
      posted: 640,
      design: 'huaweiStrip',
      finish: 'cobalt',
      description:
        'An old friend, with Google services as it came before the ban. Scratches and a chipped corner, a battery that asks for lunch. Photos are still lovely.',
    },
    {
      product: 'Huawei nova 11 256 GB',
      seller: 'demo-seller-4',
      condition: 'GOOD',
      price: 179,
      original: 499,
      yearsUsed: 3,
      location: 'Tampa, FL',
      posted: 270,
      design: 'huaweiRing',
      finish: 'forest',
      description:
        'Slim, with a selfie camera that my sister borrowed more than I liked. Light marks on the back. Reset and signed out.',
      deal: {
        buyer: 'demo-buyer-3',
        booked: 14,
        meetingPlace: 'Tampa Riverwalk, at the Curtis Hixon lawn',
        phone: '+1 615 555 0163',
      },
    },
  ],
}
