/** ISO 3166-1 alpha-2, as officially assigned. */
export const COUNTRIES: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

export interface Region {
  code: string;
  name: string;
}

/** ISO 3166-2, of the countries whose addresses need it by a short form. */
const STATES: Record<string, string> = {
  US: 'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI U.S. Virgin Islands',
  CA: 'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
  AU: 'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia',
};

const english = new Intl.DisplayNames('en', { type: 'region' });
const short = new Intl.DisplayNames('en', { type: 'region', style: 'short' });

/** Names are compared without case, accents and punctuation. */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .toLowerCase()
    .replaceAll('&', 'and')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Whether a country was entered: by its code, or by its English name. */
export function matchesCountry(code: string, text: string): boolean {
  const entered = fold(text);
  return [code, english.of(code) ?? code, short.of(code) ?? code].some((name) => fold(name) === entered);
}

const codes = new Map<string, string | null>();

/** The code of a country that was entered as such or by its English name; null: there is none. */
export function countryCode(text: string): string | null {
  const known = codes.get(text);
  if (known !== undefined) return known;
  const found = COUNTRIES.find((code) => matchesCountry(code, text)) ?? null;
  if (codes.size < 1000) codes.set(text, found);
  return found;
}

/** The states of a country; empty where addresses don't need them by a short form. */
export const listStates = (country: string): Region[] =>
  (STATES[countryCode(country) ?? ''] ?? '')
    .split(', ')
    .filter(Boolean)
    .map((each) => ({ code: each.split(' ', 1)[0] ?? '', name: each.replace(/^\w+ /, '') }));

/** Whether both name the same region of a country: by its code, with or without the country's, or its name. */
export function isSameRegion(country: string, one: string, other: string): boolean {
  const prefix = `${fold(countryCode(country) ?? '')} `;
  const known = listStates(country);
  const read = (text: string) => {
    const entered = fold(text);
    const plain = entered.startsWith(prefix) ? entered.slice(prefix.length) : entered;
    return known.find(({ code, name }) => fold(code) === plain || fold(name) === entered)?.code ?? plain;
  };
  return read(one) === read(other);
}
