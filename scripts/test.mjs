import { hasSupportedNode } from './bootstrap/node-version.mjs'

// Loaded only after the check: what follows is written for Node 20 and later.
if (hasSupportedNode())
  void import('./bootstrap/test-product.mjs').then(({ testProduct }) => testProduct(process.argv.slice(2)))
