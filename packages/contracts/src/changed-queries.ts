/** The queries that show listings: lists, cards and pages. Previews are read again whenever they are opened. */
const listings = [
  'listings.advertised',
  'listings.byCategory',
  'listings.bySeller',
  'listings.favorites',
  'listings.flagged',
  'listings.get',
  'listings.gone',
  'listings.mine',
  'listings.seller',
  'listings.similar',
  'search.facets',
  'search.listings',
]
/** Those that show orders and their money, and where each user stands with their limits. */
const orders = [
  'orders.all',
  'orders.byId',
  'orders.details',
  'orders.mine',
  'orders.myWaitingPlaces',
  'payments.ofOrder',
  'earnings.deal',
  'earnings.deals',
  'earnings.statement',
  'earnings.summary',
  'receipts.get',
  'accounts.limits',
  'accounts.ordersOf',
]
const cases = ['cases.byOrder', 'cases.list', 'cases.open']
const openMoney = ['payments.disputeEvidence', 'payments.open', 'payments.summary']
/** Those by which admins look at users. */
const users = [
  'accounts.bannedEmails',
  'accounts.byId',
  'accounts.list',
  'accounts.listingsOf',
  'accounts.sessionsOf',
  'audit.list',
]
const ownAccount = ['accounts.emailChange', 'accounts.limits', 'accounts.sessions']
/** What lists and the page of an order say that waits for whom. */
const standing = ['orders.details', 'orders.mine', 'listings.mine']
const deal = [...orders, ...listings]
const categories = ['catalog.categories', 'catalog.category', 'catalog.managed', 'catalog.retired']
const reports = ['reports.open', 'reports.queue']

/**
 * The queries that each mutation may change, by their paths. A client that has cached one reads it again after the mutation,
 * whether it succeeded or not. The server's tests hold this table against its procedures: each mutation is in it.
 */
export const changedQueries: Readonly<Record<string, readonly string[]>> = {
  'accounts.askEmailChange': ['accounts.emailChange'],
  'accounts.cancelDeletion': [...ownAccount, ...deal],
  'accounts.changeName': listings,
  'accounts.endUserSessions': users,
  // A session begins or ends with these: all that was cached goes with it.
  'accounts.exchange': [],
  'accounts.register': [],
  'accounts.signOut': [],
  'accounts.freezePayouts': [...users, ...cases, 'earnings.summary'],
  'accounts.liftBan': users,
  'accounts.liftSuspension': [...users, ...deal, ...cases],
  'accounts.proposeRemoval': users,
  'accounts.releasePayouts': [...users, ...cases, 'earnings.summary'],
  'accounts.removeUser': [...users, ...deal, ...reports],
  'accounts.requestDeletion': [...ownAccount, ...deal],
  // The answer is what the query would give.
  'accounts.requestExport': [],
  'accounts.signOutEverywhere': ['accounts.sessions'],
  'accounts.signOutThere': ['accounts.sessions'],
  'accounts.startSelling': ownAccount,
  'accounts.suspend': [...users, ...deal, ...cases],
  'accounts.unverifySeller': [...users, ...listings],
  'accounts.verifySeller': [...users, ...listings],
  'accounts.withdrawRemoval': users,
  'cases.addNote': ['cases.byOrder'],
  'cases.decide': [...deal, ...openMoney, ...cases],
  'catalog.changePicture': categories,
  'catalog.create': categories,
  // A thousand at a time: the retirement that follows changes the rest.
  'catalog.movePosts': [],
  'catalog.place': categories,
  'catalog.rename': [...categories, ...listings],
  'catalog.restore': [...categories, ...listings],
  'catalog.retire': [...categories, ...listings],
  'claims.acceptOffer': [...deal, ...openMoney],
  'claims.answer': [...deal, ...openMoney],
  'claims.askAdmin': deal,
  'claims.confirmReturn': [...deal, ...openMoney],
  // An admin acts for a buyer who is suspended, by these two.
  'claims.open': [...deal, ...cases],
  'claims.renewReturnCode': standing,
  'claims.withdraw': deal,
  'factor.makeToken': ['factor.mine'],
  'factor.proveByCode': ['factor.mine'],
  'factor.proveByPasskey': ['factor.mine'],
  'factor.registerPasskey': ['factor.mine'],
  'factor.removePasskey': ['factor.mine'],
  'factor.renewCodes': ['factor.mine'],
  'factor.revokeToken': ['factor.mine'],
  'factor.startPasskey': [],
  'factor.startProof': [],
  'listings.advertise': listings,
  'listings.create': [...listings, 'accounts.limits'],
  'listings.edit': listings,
  'listings.remove': listings,
  // The post itself stays on the screen as removed.
  'listings.removeAny': ['listings.flagged', ...orders, ...users, ...reports],
  'listings.setFavorite': ['listings.favoriteIds', 'listings.favorites'],
  'listings.stopAdvertising': listings,
  // The answer is what the query would give.
  'mails.choose': [],
  'mails.unsubscribe': ['mails.choice'],
  'notices.readAll': ['notices.unread'],
  'orders.acceptCancellation': [...deal, ...openMoney],
  'orders.acceptPhone': [...deal, ...cases],
  'orders.acceptProposal': standing,
  'orders.addNote': ['orders.details'],
  'orders.admitNoShow': [...deal, ...openMoney],
  'orders.cancel': deal,
  'orders.claimHandover': deal,
  'orders.confirmHandover': deal,
  'orders.decideHandover': [...deal, ...openMoney, ...cases],
  'orders.declineCancellation': standing,
  'orders.declineProposal': standing,
  'orders.denyHandover': deal,
  'orders.denyNoShow': standing,
  'orders.handOver': deal,
  'orders.joinWaitingList': deal,
  'orders.leaveWaitingList': deal,
  'orders.place': deal,
  'orders.proposeCancellation': standing,
  'orders.proposeMeeting': standing,
  'orders.release': deal,
  'orders.renewHandoverCode': standing,
  'orders.reportNoShow': standing,
  'orders.withdrawCancellation': standing,
  'orders.withdrawProposal': standing,
  'payments.askRefundAgain': [...orders, ...openMoney],
  'payments.confirm': deal,
  'payments.createIntent': [],
  'payments.decideUnmatched': openMoney,
  'payments.refund': [...deal, ...openMoney, ...cases],
  'payments.settleRefundOutside': [...orders, ...openMoney],
  'payments.submitEvidence': [...orders, ...openMoney, ...cases],
  'payouts.refreshAccount': ['payouts.account'],
  'payouts.startOnboarding': ['payouts.account'],
  'reports.dismiss': reports,
  'reports.file': reports,
  'search.forget': ['search.saved'],
  'search.mute': ['search.saved'],
  'search.save': ['search.saved'],
}

/** The queries that an event of the live stream may change: a change of one's orders, and a new notice. */
export const changedByEvent = {
  orders: [...orders, 'listings.mine'],
  // Of whatever kind it is; admins are notified of open money too.
  notice: [...deal, ...openMoney, ...cases, 'payouts.account'],
} satisfies Record<string, readonly string[]>
