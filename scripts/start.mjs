import { hasSupportedNode } from './bootstrap/node-version.mjs'

// Loaded only after the check: what follows is written for Node 20 and later.
if (hasSupportedNode())
  void import('./bootstrap/start-product.mjs').then(({ startProduct }) => startProduct(process.argv.slice(2)))
