import { formatter } from '#web/ui/intl.ts';
import { countryName } from './country.ts';

/** ISO 3166-1 alpha-2, as officially assigned. */
const COUNTRIES =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW';

/** ISO 3166-2, of the countries whose addresses need it by a short form. */
const STATES: Record<string, string> = {
  US: 'AL Alabama, AK Alaska, AZ Arizona, AR Arkansas, CA California, CO Colorado, CT Connecticut, DE Delaware, DC District of Columbia, FL Florida, GA Georgia, HI Hawaii, ID Idaho, IL Illinois, IN Indiana, IA Iowa, KS Kansas, KY Kentucky, LA Louisiana, ME Maine, MD Maryland, MA Massachusetts, MI Michigan, MN Minnesota, MS Mississippi, MO Missouri, MT Montana, NE Nebraska, NV Nevada, NH New Hampshire, NJ New Jersey, NM New Mexico, NY New York, NC North Carolina, ND North Dakota, OH Ohio, OK Oklahoma, OR Oregon, PA Pennsylvania, RI Rhode Island, SC South Carolina, SD South Dakota, TN Tennessee, TX Texas, UT Utah, VT Vermont, VA Virginia, WA Washington, WV West Virginia, WI Wisconsin, WY Wyoming, AS American Samoa, GU Guam, MP Northern Mariana Islands, PR Puerto Rico, VI U.S. Virgin Islands',
  CA: 'AB Alberta, BC British Columbia, MB Manitoba, NB New Brunswick, NL Newfoundland and Labrador, NT Northwest Territories, NS Nova Scotia, NU Nunavut, ON Ontario, PE Prince Edward Island, QC Quebec, SK Saskatchewan, YT Yukon',
  AU: 'ACT Australian Capital Territory, NSW New South Wales, NT Northern Territory, QLD Queensland, SA South Australia, TAS Tasmania, VIC Victoria, WA Western Australia',
};

export interface Region {
  code: string;
  name: string;
}

const nameOf = (code: string): Region => ({ code, name: countryName(code) });

/** Where the shop ships to in its own order, or every country by name with `home` first. */
export function listCountries(shipsTo: string[], home: string): Region[] {
  if (shipsTo.length > 0) return shipsTo.map(nameOf);
  const inOrder = formatter(Intl.Collator, {});
  const all = COUNTRIES.split(' ')
    .map(nameOf)
    .toSorted((a, b) => inOrder.compare(a.name, b.name));
  return [nameOf(home), ...all.filter(({ code }) => code !== home)];
}

/** The states of a country, by its code or its name; empty if unknown. */
export function listStates(country: string): Region[] {
  const wanted = country.trim().toLowerCase();
  const code = Object.keys(STATES).find((each) =>
    [each, nameOf(each).name].some((name) => name.toLowerCase() === wanted),
  );
  const listed = code === undefined ? '' : (STATES[code] ?? '');
  return listed
    .split(', ')
    .filter(Boolean)
    .map((each) => ({ code: each.split(' ', 1)[0] ?? '', name: each.replace(/^\w+ /, '') }));
}
