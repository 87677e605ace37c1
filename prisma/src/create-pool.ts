import pg from 'pg'

/**
 * A pool of connections, any of which may break at any moment without ending the process: a statement on one that broke
 * fails, and the pool opens another. A connection is between two listeners while the pool hands it over, so each has a
 * permanent one of its own.
 * @param onLost called when an idle connection breaks
 */
export function createPool(config: pg.PoolConfig, onLost: (error: Error) => void = () => undefined): pg.Pool {
  const pool = new pg.Pool(config)
  pool.on('error', onLost)
  pool.on('connect', client => {
    client.on('error', () => undefined)
  })
  return pool
}
