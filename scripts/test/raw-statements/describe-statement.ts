import type pg from 'pg'

/**
 * The columns that the database answers a statement with, by its parser: nothing is run.
 * @throws the database's error
 */
export function describeStatement(client: pg.Client, text: string): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let columns: string[] = []
    // The driver calls these as it does those of a query of its own.
    const described = {
      submit(connection: pg.Connection) {
        connection.parse({ name: '', text, types: [] }, false)
        connection.describe({ type: 'S', name: '' }, false)
        connection.sync()
      },
      handleRowDescription({ fields }: { fields: { name: string }[] }) {
        columns = fields.map(({ name }) => name)
      },
      handleError: reject,
      handleReadyForQuery: () => resolve(columns),
    }
    client.query(described)
  })
}
