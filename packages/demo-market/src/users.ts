/** The people of the demo market. The identity provider's seed and the database's agree through this list. */

/** The password of every demo account. */
export const DEMO_PASSWORD = 'second-ring'

export type DemoUser = {
  /** The person's id at the identity provider. */
  uid: string
  email: string
  name: string
  role: 'BUYER' | 'SELLER' | 'ADMIN'
  /** Whether the shop vouches for this seller. */
  verified: boolean
}

/** The admin, the seller and the buyer that one signs in as come first. */
export const demoUsers = [
  { uid: 'demo-admin', email: 'admin@second-ring.test', name: 'Alex Moreno', role: 'ADMIN', verified: false },
  { uid: 'demo-seller', email: 'seller@second-ring.test', name: 'Sam Whitfield', role: 'SELLER', verified: true },
  { uid: 'demo-buyer', email: 'buyer@second-ring.test', name: 'Bea Lindqvist', role: 'BUYER', verified: false },
  { uid: 'demo-seller-2', email: 'priya@second-ring.test', name: 'Priya Raman', role: 'SELLER', verified: true },
  { uid: 'demo-seller-3', email: 'marcus@second-ring.test', name: 'Marcus Bell', role: 'SELLER', verified: true },
  { uid: 'demo-seller-4', email: 'ines@second-ring.test', name: 'Ines Duarte', role: 'SELLER', verified: false },
  { uid: 'demo-seller-5', email: 'tom@second-ring.test', name: 'Tom Okafor', role: 'SELLER', verified: true },
  { uid: 'demo-seller-6', email: 'grace@second-ring.test', name: 'Grace Liu', role: 'SELLER', verified: false },
  { uid: 'demo-buyer-2', email: 'noah@second-ring.test', name: 'Noah Fischer', role: 'BUYER', verified: false },
  { uid: 'demo-buyer-3', email: 'leila@second-ring.test', name: 'Leila Haddad', role: 'BUYER', verified: false },
  { uid: 'demo-buyer-4', email: 'owen@second-ring.test', name: 'Owen Park', role: 'BUYER', verified: false },
] as const satisfies readonly DemoUser[]

export type DemoUid = (typeof demoUsers)[number]['uid']
