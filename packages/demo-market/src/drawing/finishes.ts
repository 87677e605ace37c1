import type { Finish } from './design.ts'

/** The colours in which phones were sold. */
export const finishes = {
  midnight: { back: '#2a3142', frame: '#6f7786' },
  graphite: { back: '#3d3e43', frame: '#74767d' },
  onyx: { back: '#191a1e', frame: '#53565d' },
  starlight: { back: '#efe9df', frame: '#cfc8bc' },
  silver: { back: '#d9dce1', frame: '#b6b9c0' },
  snow: { back: '#f3f4f6', frame: '#c6cad0' },
  gold: { back: '#ecd9b8', frame: '#c9ad7c' },
  rose: { back: '#eac4c0', frame: '#c89a95' },
  crimson: { back: '#b0252f', frame: '#8a2a33' },
  coral: { back: '#e8735c', frame: '#b86a5a' },
  sky: { back: '#a9c6e2', frame: '#8aa6c0' },
  ocean: { back: '#2f5f8f', frame: '#58799c' },
  cobalt: { back: '#2646a8', frame: '#5a6cae' },
  mint: { back: '#bfe0cf', frame: '#97baa9' },
  sage: { back: '#8fa58c', frame: '#7d8f7b', matte: true },
  forest: { back: '#2f5547', frame: '#5f8072' },
  lilac: { back: '#cfc2e6', frame: '#a99cc4' },
  plum: { back: '#57426b', frame: '#806d94' },
  lemon: { back: '#f2dd82', frame: '#cdb65d' },
  sand: { back: '#d9c7ab', frame: '#b5a283', matte: true },
  titanium: { back: '#8f8b85', frame: '#aaa59e', matte: true },
  bronze: { back: '#8a6a50', frame: '#a98a72' },
  charcoal: { back: '#2c2e33', frame: '#5d6067', matte: true },
  chalk: { back: '#e6e6e4', frame: '#c3c5c8', matte: true },
  tan: { back: '#a8693f', frame: '#c49e72', plate: '#9a5f38', matte: true },
  pine: { back: '#3f5f4b', frame: '#8a9c8c', matte: true },
  tangerine: { back: '#d9743a', frame: '#c09a84', matte: true },
} as const satisfies Record<string, Finish>

export type FinishName = keyof typeof finishes
