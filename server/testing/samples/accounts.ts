import type { Samples } from './sample.ts';

const UNKNOWN_USER = { id: 999_999 };

export const accountsSamples: Samples = {
  register: { body: { username: 'sample', email: 'sample@example.org', password: 'sample password' } },
  login: { body: { username: 'root-admin', password: 'correct horse battery' } },
  confirm: { body: { password: 'not the password' } },
  logout: {},
  forgotPassword: { body: { email: 'nobody@example.org' } },
  resetPassword: { body: { token: 'none', password: 'sample password' } },
  verifyEmail: { body: { token: 'none' } },
  takeBackEmail: { body: { token: 'none' } },
  beginIdentity: {},
  finishIdentity: {},
  me: {},
  update: { body: { displayName: 'Sample', bio: null } },
  change: { body: { historyPaused: false } },
  setProfileImage: {},
  removeProfileImage: {},
  comments: {},
  sessions: {},
  endSession: { params: UNKNOWN_USER },
  deleteAccount: { body: { confirmUsername: 'not the name' } },
  sendVerification: {},
  saveAccount: { body: {} },
  changePassword: { body: { currentPassword: null, newPassword: 'sample password' } },
  requestUpgrade: { body: { role: 'CONTENT_CREATOR' } },
};

export const signUpSamples: Samples = {
  policy: {},
  changePolicy: { body: { version: 0 } },
  ask: {
    body: { username: 'asker', email: 'asker@example.org', password: 'sample password', answer: 'For fun' },
  },
  requests: {},
  approve: { params: UNKNOWN_USER },
  decline: { params: UNKNOWN_USER, body: { reason: null } },
  myInvitations: {},
  inviteAsMember: { body: { note: 'For Ann', maxUses: 1, days: 3 } },
  revokeMine: { params: UNKNOWN_USER },
  invitations: {},
  invite: { body: { note: 'For Ann', maxUses: 2, days: 3 } },
  revoke: { params: UNKNOWN_USER },
};

export const peopleSamples: Samples = {
  list: {},
  setRole: { params: UNKNOWN_USER, body: { role: 'LOGIN_USER' } },
  suspend: { params: UNKNOWN_USER, body: { reason: 'A reason' } },
  unsuspend: { params: UNKNOWN_USER },
  upgradeRequests: {},
  grant: { params: UNKNOWN_USER },
  reject: { params: UNKNOWN_USER, body: { reason: 'A reason' } },
};

const credential = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} };

export const securitySamples: Samples = {
  beginPasskeySignIn: {},
  finishPasskeySignIn: {
    body: {
      credential: { ...credential, response: { clientDataJSON: '', authenticatorData: '', signature: '' } },
    },
  },
  passSecondStep: { body: { ticket: 'none', code: '000000' } },
  passkeys: {},
  beginPasskey: {},
  finishPasskey: {
    body: {
      name: 'Phone',
      credential: { ...credential, response: { clientDataJSON: '', attestationObject: '' } },
    },
  },
  renamePasskey: { params: UNKNOWN_USER, body: { name: 'Phone' } },
  deletePasskey: { params: UNKNOWN_USER },
  secondStep: {},
  beginSecondStep: {},
  confirmSecondStep: { body: { code: '000000' } },
  deleteSecondStep: {},
  makeRecoveryCodes: {},
  events: {},
  stepRoles: {},
  setStepRoles: { body: { roles: [] } },
};

export const exportsSamples: Samples = {
  list: {},
  start: {},
  link: { params: UNKNOWN_USER },
  imports: {},
  startImport: {},
};

export const keysSamples: Samples = {
  list: {},
  create: { body: { name: 'Script', scopes: ['READ_OWN'] } },
  revoke: { params: UNKNOWN_USER },
};

export const archivesSamples: Samples = {
  list: {},
  start: {},
  get: { params: UNKNOWN_USER },
  send: { params: UNKNOWN_USER, body: { items: [1] } },
  remove: { params: UNKNOWN_USER },
};
