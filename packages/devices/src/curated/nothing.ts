// biome-ignore-all format: a model a line.
import type { CuratedMaker } from '../model.ts'

export const nothing: CuratedMaker = {
  slug: 'nothing',
  name: 'Nothing',
  brands: ['Nothing', 'CMF'],
  models: {
    'phone-1': { name: 'Nothing Phone (1)', released: '2022-07', storagesGb: [128, 256], colours: ['Black', 'White'], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-2': { name: 'Nothing Phone (2)', released: '2023-07', storagesGb: [128, 256, 512], colours: ['Dark Gray', 'White'], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-2a': { name: 'Nothing Phone (2a)', released: '2024-03', storagesGb: [128, 256], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-2a-plus': { name: 'Nothing Phone (2a) Plus', released: '2024-08', storagesGb: [256], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-3': { name: 'Nothing Phone (3)', released: '2025-07', storagesGb: [256, 512], colours: ['Black', 'White'], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-3a': { name: 'Nothing Phone (3a)', released: '2025-03', storagesGb: [128, 256], notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-3a-pro': { name: 'Nothing Phone (3a) Pro', released: '2025-03', notSoldWith: ['charger', 'earphones', 'headphone jack', 'memory card slot'] },
    'phone-3a-lite': { name: 'Nothing Phone (3a) Lite', released: '2025', noIdentifier: 'not listed' },
    'cmf-phone-1': { name: 'CMF Phone 1', alsoCalled: ['CMF by Nothing Phone 1'], released: '2024-07', storagesGb: [128, 256], notSoldWith: ['headphone jack'] },
    'cmf-phone-2-pro': { name: 'CMF Phone 2 Pro', released: '2025', storagesGb: [128, 256], notSoldWith: ['headphone jack'] },
  },
}
