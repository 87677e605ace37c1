import type { DemoListings } from './demo-listing.ts'

export const nokia: DemoListings = {
  category: 'nokia',
  listings: [
    {
      product: 'Nokia X30 5G 128 GB',
      seller: 'demo-seller-6',
      condition: 'EXCELLENT',
      price: 189,
      original: 519,
      yearsUsed: 3,
      tellsYear: true,
      location: 'Boston, MA',
      posted: 40,
      design: 'nokiaDisc',
      finish: 'ocean',
      description:
        'Made of recycled metal, and built like something that wants to be kept. Not a mark on it. I added a glass protector on the first day, and it stays on.',
    },
    {
      product: 'Nokia G42 128 GB',
      seller: 'demo-seller-3',
      condition: 'GOOD',
      price: 99,
      original: 249,
      yearsUsed: 2,
      location: 'Atlanta, GA',
      posted: 110,
      design: 'nokiaRibbed',
      finish: 'plum',
      description:
        'You can open it with a guitar pick and change the battery yourself, which I did in June. Purple, cheerful, a little scratched on the back.',
    },
    {
      product: 'Nokia XR20 64 GB',
      seller: 'demo-seller',
      condition: 'FAIR',
      price: 109,
      original: 549,
      yearsUsed: 4,
      location: 'Bend, OR',
      posted: 245,
      design: 'nokiaRibbed',
      finish: 'graphite',
      description:
        'The tough one. It fell off a climbing wall, hence the chipped corner and the scratches, and went on ringing. Water does nothing to it. Ideal for the glove box or the boat.',
      deal: {
        buyer: 'demo-buyer-4',
        booked: 74,
        paid: 73,
        handedOver: 50,
        released: 26,
        meetingPlace: 'Drake Park, at the footbridge',
        phone: '+1 206 555 0122',
      },
    },
    {
      product: 'Nokia 8.3 5G 128 GB',
      seller: 'demo-seller-5',
      condition: 'GOOD',
      price: 119,
      original: 699,
      yearsUsed: 5,
      location: 'Minneapolis, MN',
      posted: 555,
      design: 'nokiaDisc',
      finish: 'midnight',
      description:
        'Polar night blue with a big round camera. Older, but clean and cared for, with a fingerprint reader on the side that never fails. A few hairlines on the glass.',
    },
  ],
}
