// biome-ignore-all format: a model a line.
import type { CuratedMaker } from '../model.ts'

export const fairphone: CuratedMaker = {
  slug: 'fairphone',
  name: 'Fairphone',
  brands: ['Fairphone'],
  models: {
    '3': { name: 'Fairphone 3', released: '2019', storagesGb: [64] },
    '3-plus': { name: 'Fairphone 3+', released: '2020', storagesGb: [64], noIdentifier: 'not listed' },
    '4': { name: 'Fairphone 4', released: '2021-10', storagesGb: [128, 256], notSoldWith: ['charger', 'headphone jack'] },
    '5': { name: 'Fairphone 5', released: '2023-09', notSoldWith: ['charger', 'earphones', 'headphone jack'] },
    'gen-6': { name: 'Fairphone (Gen. 6)', alsoCalled: ['Fairphone 6', 'The Fairphone (Gen. 6)'], released: '2025-06', storagesGb: [256], notSoldWith: ['charger', 'earphones', 'headphone jack'] },
  },
}
