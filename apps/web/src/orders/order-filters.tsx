import { OrderState as States } from '@second-ring/contracts/orders/order'
import { ORDER_SEARCH_MAX_LENGTH } from '@second-ring/contracts/orders/oversee-orders'
import type { Ref } from 'react'
import { cleanSearch } from '#accounts/user-search.ts'
import { PeriodFields } from '#audit/period-fields.tsx'
import { SearchField } from '#ui/search-field.tsx'
import { SelectField } from '#ui/select-field.tsx'
import { type OrderSearch, readOrderSearch } from './order-search.ts'
import { orderStates } from './order-state-badge.tsx'

interface OrderFiltersProps {
  search: OrderSearch
  /** Given what changes. */
  onSearch: (change: OrderSearch) => void
  /** The field of the search. */
  inputRef?: Ref<HTMLInputElement>
}

const choiceLabels = { UNDECIDED: 'Handover to decide', SET_ASIDE: 'Paid, account set aside' }

/** What to look for among all orders: a text, a state and a period. */
export function OrderFilters({ search, onSearch, inputRef }: OrderFiltersProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 xl:grid-cols-4">
      <SearchField
        label="Product, person or id"
        value={search.search ?? ''}
        maxLength={ORDER_SEARCH_MAX_LENGTH}
        {...(inputRef && { inputRef })}
        onSearch={text => onSearch({ search: cleanSearch(text) })}
      />
      <SelectField
        label="State"
        placeholder="All states"
        options={[
          ...States.options.map(value => ({ value, label: orderStates[value].label })),
          { value: 'UNDECIDED', label: choiceLabels.UNDECIDED },
          { value: 'SET_ASIDE', label: choiceLabels.SET_ASIDE },
        ]}
        value={search.state ?? ''}
        onChange={event => onSearch({ state: readOrderSearch({ state: event.target.value }).state })}
      />
      <PeriodFields period={search} label="Booked from" onChange={onSearch} />
    </div>
  )
}
