import type { DemoListings } from './demo-listing.ts'

export const oneplus: DemoListings = {
  category: 'oneplus',
  listings: [
    {
      product: 'OnePlus 12 256 GB',
      seller: 'demo-seller',
      condition: 'EXCELLENT',
      price: 449,
      original: 799,
      yearsUsed: 2,
      tellsYear: true,
      location: 'Portland, OR',
      posted: 21,
      advertised: 20,
      design: 'oneplus',
      finish: 'forest',
      description:
        'Charges in half an hour, and the green glass looks like a pond at dusk. No scratches, no dents, no stories. The big charger is included.',
    },
    {
      product: 'OnePlus 11 128 GB',
      seller: 'demo-seller-6',
      condition: 'GOOD',
      price: 289,
      original: 699,
      yearsUsed: 3,
      location: 'Philadelphia, PA',
      posted: 83,
      design: 'oneplus',
      finish: 'onyx',
      description:
        'Fast in everything and still on its first battery, which holds up well. The alert slider works. Slight haze on the frame near the port.',
    },
    {
      product: 'OnePlus Nord N30 128 GB',
      seller: 'demo-seller-3',
      condition: 'GOOD',
      price: 109,
      original: 299,
      yearsUsed: 2,
      location: 'Atlanta, GA',
      posted: 168,
      design: 'redmi',
      finish: 'graphite',
      description:
        'Big screen, headphone jack, room for a memory card. I used it for delivery rides, always in a holder. Light marks on the back, none on the front.',
    },
    {
      product: 'OnePlus 10 Pro 128 GB',
      seller: 'demo-seller-5',
      condition: 'FAIR',
      price: 179,
      original: 899,
      yearsUsed: 4,
      tellsYear: true,
      location: 'Chicago, IL',
      posted: 377,
      design: 'oneplus',
      finish: 'sage',
      description:
        'Scratches on the back, a chipped corner and the usual scuffs, all cosmetic. Screen has a couple of fine lines. Runs like new after a reset.',
    },
    {
      product: 'OnePlus 13R 256 GB',
      seller: 'demo-seller-2',
      condition: 'EXCELLENT',
      price: 399,
      original: 599,
      yearsUsed: 1,
      location: 'Sacramento, CA',
      posted: 130,
      design: 'oneplus',
      finish: 'midnight',
      description:
        'Enormous battery; I charged it every second day. Bought in spring as a stopgap and never really needed. Spotless.',
      deal: {
        buyer: 'demo-buyer-2',
        booked: 100,
        paid: 98,
        handedOver: 60,
        meetingPlace: 'Sacramento Valley Station, under the clock',
        phone: '+1 408 555 0117',
        notes: [
          { by: 'buyer', at: 96, text: 'I come by train from San Jose and arrive at ten past six.' },
          { by: 'seller', at: 95, text: 'Perfect. I wait under the clock and have a yellow umbrella.' },
        ],
        claim: {
          reason: 'NOT_AS_DESCRIBED',
          opened: 50,
          text: 'At home I took the protector off to clean the glass, and a crack runs into the screen from the left, near the top, right where the protector ended. The post says that the phone is spotless, and for $399 I counted on that. It has not left my desk since we met; the pictures are from the same evening.',
          shows: 'a crack',
          answer: {
            at: 22,
            text: 'I am sorry that it has a crack, but it had none when we met. Noah looked at it for ten minutes under the lamps of the station and said that it was perfect. I have sold several phones here and never hidden a thing. I cannot pay for what happened afterwards.',
          },
          caseNotes: [
            {
              at: 20,
              text: 'Priya’s pictures from the day she posted show the glass whole, but one cannot see that edge well. Noah’s are from the evening of the handover.',
            },
            {
              at: 5,
              text: 'Asked both on the phone. Noah has an offer of a repair shop for $89 and would keep the phone. Priya would pay half of it. I wait for the offer in writing until tomorrow.',
            },
          ],
        },
      },
    },
  ],
}
