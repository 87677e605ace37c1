// What an admin sees and does.

const showSellers = () => showUsers('Seller')
const showBuyers = () => showUsers('Buyer')

async function showUsers(role) {
  const users = await calls.users(role).catch(() => [])
  show(`All ${role.toLowerCase()}s`, element('ul', {}, ...users.map(user => userOf(user, role))))
}

function userOf({ _id, name, email, status }, role) {
  const verify = async () => {
    const { modifiedCount } = await calls.verifySeller(_id)
    if (!(modifiedCount > 0)) return
    toast(`Seller ${name} verified successfully`)
    await showUsers(role)
  }
  const remove = async () => {
    const { deletedCount } = await calls.deleteUser(_id)
    if (!(deletedCount > 0)) return
    toast(`Buyer ${name} removed successfully`)
    await showUsers(role)
  }
  const standing = role === 'Buyer' ? [] : [status === 'verified' ? 'Verified ' : button('verify', verify)]
  return element('li', {}, `${name} (${email}) `, ...standing, button('Delete', remove))
}
