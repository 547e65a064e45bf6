import type { Samples } from './sample.ts';

const NOBODY = { id: 999_999 };

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
  setProfileImage: {},
  removeProfileImage: {},
  comments: {},
  sessions: {},
  endSession: { params: NOBODY },
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
  approve: { params: NOBODY },
  decline: { params: NOBODY, body: { reason: null } },
  myInvitations: {},
  inviteAsMember: { body: { note: 'For Ann', maxUses: 1, days: 3 } },
  revokeMine: { params: NOBODY },
  invitations: {},
  invite: { body: { note: 'For Ann', maxUses: 2, days: 3 } },
  revoke: { params: NOBODY },
};

export const peopleSamples: Samples = {
  list: {},
  setRole: { params: NOBODY, body: { role: 'LOGIN_USER' } },
  suspend: { params: NOBODY, body: { reason: 'A reason' } },
  unsuspend: { params: NOBODY },
  upgradeRequests: {},
  grant: { params: NOBODY },
  reject: { params: NOBODY, body: { reason: 'A reason' } },
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
  renamePasskey: { params: NOBODY, body: { name: 'Phone' } },
  deletePasskey: { params: NOBODY },
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
  link: { params: NOBODY },
  imports: {},
  startImport: {},
};

export const keysSamples: Samples = {
  list: {},
  create: { body: { name: 'Script', scopes: ['READ_OWN'] } },
  revoke: { params: NOBODY },
};

export const archivesSamples: Samples = {
  list: {},
  start: {},
  get: { params: NOBODY },
  send: { params: NOBODY, body: { items: [1] } },
  remove: { params: NOBODY },
};
