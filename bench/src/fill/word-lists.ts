/** Words by descending frequency. */
export const FIRST_NAMES =
  'James Mary Michael Patricia Robert Jennifer John Linda David Elizabeth William Barbara Richard Susan Joseph Jessica Thomas Karen Christopher Sarah Charles Lisa Daniel Nancy Matthew Sandra Anthony Ashley Mark Emily Steven Kimberly Donald Betty Andrew Margaret Joshua Donna Paul Michelle Kenneth Carol Kevin Amanda Brian Melissa Timothy Deborah Ronald Stephanie Jason Rebecca George Sharon Edward Laura Jeffrey Cynthia Ryan Amy Jacob Kathleen Nicholas Angela Gary Dorothy Eric Shirley Jonathan Emma Stephen Brenda Larry Nicole Justin Pamela Benjamin Samantha Scott Anna Brandon Katherine Samuel Christine Gregory Debra Alexander Rachel Patrick Olivia Frank Carolyn Jack Maria Raymond Janet Dennis Heather Tyler Diane Aaron Catherine Jerry Julie Jose Victoria Nathan Helen Adam Joyce Henry Lauren Zachary Kelly Douglas Christina Peter Joan Noah Judith Kyle Ruth Ethan Hannah Christian Evelyn Jeremy Andrea Keith Virginia Austin Megan Sean Cheryl Roger Jacqueline Terry Madison Walter Sophia Dylan Abigail Gerald Teresa Carl Isabella Jordan Sara Bryan Janice Gabriel Martha Jesse Gloria Harold Kathryn Lawrence Ann Logan Charlotte Arthur Judy Bruce Amber Billy Julia Elijah Grace Joe Denise Alan Danielle Juan Natalie Louis Alice Willie Marilyn Wayne Diana Randy Beverly Vincent Jean Liam Brittany Roy Theresa Ralph Frances Bobby Kayla Russell Alexis Bradley Tiffany Philip Lori Eugene Kathy Zoë José Renée Søren Jürgen Łukasz Nguyễn Иван 伟'.split(
    ' ',
  );

export const LAST_NAMES =
  'Smith Johnson Williams Brown Jones Garcia Miller Davis Rodriguez Martinez Hernandez Lopez Gonzalez Wilson Anderson Thomas Taylor Moore Jackson Martin Lee Perez Thompson White Harris Sanchez Clark Ramirez Lewis Robinson Walker Young Allen King Wright Scott Torres Nguyen Hill Flores Green Adams Nelson Baker Hall Rivera Campbell Mitchell Carter Roberts Gomez Phillips Evans Turner Diaz Parker Cruz Edwards Collins Reyes Stewart Morris Morales Murphy Cook Rogers Gutierrez Ortiz Morgan Cooper Peterson Bailey Reed Kelly Howard Ramos Kim Cox Ward Richardson Watson Brooks Chavez Wood James Bennett Gray Mendoza Ruiz Hughes Price Alvarez Castillo Sanders Patel Myers Long Ross Foster Jimenez'.split(
    ' ',
  );

/** Parts that are concatenated to rare names. */
export const NAME_STARTS =
  'Al Ar Bar Bel Ber Bran Bru Cal Car Chan Cor Dal Del Dor Dun El Fair Fal Fen Gar Gil Gold Grim Hal Ham Har Hol Kal Kar Kel Kir Kra Lam Lin Lor Mac Mal Mar Mc Mon Nor Ol Os Pal Pen Per Quin Ral Ren Ros Ruth San Schu Sel Sha Sil Stan Sul Tal Tor Val Van Ven Wal Wes Whit Win Yar Zim'.split(
    ' ',
  );
export const NAME_MIDDLES =
  'a an ar be ber ch ck da den der di do e el en er ford gar ge hol i in is ka ker ki la le li lo man mer mi na ner ni o on or ra ri ro ry s sen st ta ter ti to va ve vi wa wi'.split(
    ' ',
  );
export const NAME_ENDS =
  'berg by dale den er ez field ford gan ham house kins ko land ley lin man mann mont more ner ney ow owski quist sen sky son stein stone ston ton vich well wood worth y'.split(
    ' ',
  );

export const TRADES =
  'Services Construction Consulting Holdings Properties Solutions Group Logistics Transport Restaurant Foods Landscaping Plumbing Electric Cleaning Media Design Dental Medical Realty Capital Ventures Enterprises Trading Supply Hardware Auto Motors Marine Textiles Roofing Painting Software Systems Technologies Partners Associates Investments Bakery Coffee Fitness Salon Farms Nursery Brewing Security Staffing Insurance Accounting Legal Printing Photography Travel Catering Furniture Flooring Windows Jewelry Apparel Toys Pets Veterinary'.split(
    ' ',
  );

export const LEGAL_FORMS = ['LLC', 'Inc.', 'Corp.', 'Co.', 'L.P.', 'LLP', 'Ltd', 'GmbH', '& Sons'];

export const PLACES =
  'Main Street, Springfield, Riverside, Lakeside, Hill Country, Northern, Southern, Eastern, Western, Pacific, Atlantic, Midwest, Harbor, Summit, Valley, Prairie, Golden Gate, Blue Ridge, Evergreen, Liberty, Heritage, Pioneer, Sunset, Sunrise, Cambridge, Boston, Wilmington, Denver, Austin, Portland, Phoenix, Madison, Franklin, Arlington'.split(
    ', ',
  );

export const MAIL_HOSTS =
  'mail.example post.example inbox.example web.example home.example fast.example net.example office.example city.example uni.example'.split(
    ' ',
  );
