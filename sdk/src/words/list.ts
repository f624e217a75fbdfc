/**
 * The list that the words of an address are taken from: 2,048 English words of 4 to 8 letters, sorted, unique in their first
 * four letters, no two of them one letter apart, none of them a word of BIP-39. It never changes.
 */
export const WORDS: readonly string[] =
  /* @__PURE__ */ `abacus abdomen abide ablaze aboard abreast abroad abrupt abyss acacia academy accord acorn acrobat acrylic activist
acumen adagio adamant adept adjoin admiral adobe adrift advent aerate aerial affable affirm afloat afresh agate
agenda agile aground airfare airline airmail airship ajar albino alcove alfalfa algae algebra alibi align alkali
allegory allspice almanac almond aloe alpaca alphabet alpine altitude alto alumni amaze amber amethyst amiable amigo
ammonia amnesty ampere amplify amulet anagram anatomy anchovy android anemone angelic anise annex annotate anode
anomaly antelope anthem antler anvil anyhow aplomb apogee apparel apron aqua arbiter arcade archive ardent arduous
argon argyle aria armada armchair aroma array arrival artery artisan ascend ascot ashen ashore aspire astride astute
atlas atoll atomic atone atrium attire attune auburn audible aurora avatar avenue aviator avid await awning axial
axiom axle azalea azure babble babyish backbone badger badland baffle bagel baggage bagpipe bakery ballad balsa
bandana banish banjo banquet banter barber baritone barley barnacle barrack basalt baseball bashful basil bassoon
bathrobe baton bayou beagle beaker bearing beckon bedrock beehive beetle befriend behold beige belfry bellow bemuse
beneath beryl bestow bevel beware bewilder biceps bicker bidder bifocal bighorn bilge binary bingo biome biopsy
biplane birch birdcage biscuit bison bistro blackout blazer bleach blend blimp blinker blister blizzard bloat
blockade bloom blotter blubber bluff blunder boast bobcat bobsled bogus bolster bonanza bonfire bonnet bonsai
bookcase booth borax bordeaux botany bother bounty bovine bowling boxcar boxwood boyhood bracelet bragging braid
bramble brandy bravery brawn brazen breadth breeches brewery briar brigade brink brisket brittle brocade broiler
brook brownie brunch bucket bugle builder bulging bullion bumper bungalow bunny bunting burlap burrow bushel bustle
butcher butler buzzard bygone bypass cabaret cabinet cacao cadet caffeine calamity calcium calendar caliber callus
calorie calypso camel campus canary candle canine canopy canteen caper capsule caramel cardigan caribou carnival
carol carrot cartoon carving cascade cashew casket cassette cautious cavalry cedar cello centaur ceramic ceremony
certify chafe chainsaw chalet chamber channel chariot chasm chatty checker cheddar cheetah chemist cherub chess
chevron chicory chiffon chipmunk chisel chive chlorine chomp chorus chrome chum chutney cicada cider cilantro cinema
cipher circus cistern citadel citrus civilian clamor clan clapper classic clatter clavicle cleaver clemency clergy
cliche climate cloak clone closet cloudy clover clumsy coastal cobalt cobble cobra cobweb cockpit cocoa cola
coliseum collar colony comb comet comfy comma compass comrade conceal condor conga conquer console contest coolant
copilot cordial cork cornea corona corset cosmic costume cosy cottage cougar courier cowboy cowhide coyness crabmeat
cracker crate crayon creamy crescent crewman crib crimson crinkle crispy critter crocus crooked crouton crowbar
cruiser crumple crunchy cubicle cuckoo cucumber cuddle culinary culprit cumin cunning cupcake cupid curator curfew
curly cursive custard cutlery cyclone cylinder cypress daffodil dahlia daisy damask dampen dapper darken darling
database daybreak daylight dazzle deacon deadbolt dealer debit decibel deckhand decoy decree dedicate deduce deepen
default deflate deft delegate delta deluxe demolish denim dense derail descend desktop dessert destiny detach detour
dewdrop dialect diffuse digest digit dilute dimple diner dinghy diorama diploma disarm disband discus disguise disk
dislike distant ditto dive dockyard dodge dogma domino doodle doorway dormant dosage dotted doughnut dowel downhill
dozen drainage drape dredge dresser dribble drizzle drone droplet drowsy drummer dryer drywall dubious duchess duct
dueling duffel dugout dulcimer dungeon duplex durable dustpan dweller dwindle dynasty earache eardrum earlobe
earmuff earnest earring earshot earthen easel eatery ebony eclair eclipse ecstatic eddy edible edict edifice effigy
eggnog eggplant eggshell egoism eject elapse elastic elation elegy elevate elfin elixir elongate elope eloquent
emblem emerald emissary emperor emphasis empress emulate enamel enchant encircle encore endear endive endow endure
engrave enigma enlarge enormous ensemble ensign entail enthuse entice entrust envoy enzyme epic epoxy equator
equinox erratic escort escrow espresso esteem etching ether euphoria evacuate evening exam excavate excerpt exclaim
exhale expanse expert explore eyelid eyesight fable factory fading failing fairway falafel falcon fallacy falter
fanatic fanfare fanlight faraway farewell farther fasten faucet fauna fawn feasible feline fennel ferment fern
ferret fertile festoon fickle fiddle fidelity fidget fielder fierce fiesta figment filament fillet finale finch
finesse finite fissure fixture fizzy fjord flake flannel flapjack flask flatten flaw fleck fleece flexible flicker
flier flint flora flotilla flounder fluent fluffy fluoride flurry flute flux foamy focal foggy folder foliage
folklore fondly font footage forage forceps forearm forfeit formula forsake foxglove fraction frantic freckle
freedom freight fresco fretful fridge frigate frill frisky frolic frosty froth frugal fudge fugitive fulcrum fumble
furlough furnish fuselage fusion fussy futon fuzz gaggle gale galley galore gambit gamma gander gangway garland
garnish gastric gateway gauze gavel gazelle gearbox gecko gelatin gemstone genial genus geode geology geometry
geranium gerbil getaway gherkin giblet giddy gigantic gilded gimmick gingham girder girth gizmo glacier glamour
glaze gleam glen glider glimmer glisten glitter global glossy glucose glum golden golfer gondola gopher gorge gourd
grabber grade graffiti graham grainy grammar granary graph gravy gremlin griddle griffin grimace grin gritty grizzly
groom grotto groupie grovel gruff grumble guild guinea gulch gullet gumdrop guppy gurgle gusto gutter guzzle gymnast
gypsum gyrate habitat hacksaw haddock hairpin halfway halibut hallmark halo halve hamlet hammock hamper hankie
happen hardy harebell harmony harness harp harrow hashtag hatchet hatrack haunt haystack hazel heap heater hectare
heed hefty helium herald herb heritage heron hesitate hexagon hickory hiker hilltop hinder hinge hippo hoarse hobnob
hoist homage hominy hone honor hoof hooray horizon hornet hospice hostess hotdog hothouse howl hubbub hulk humdrum
humidity hummus hunger hurl hush huskily hyacinth hydrant hyena icebox icicle icing ideology idiom iffy igloo ignite
iguana illusion imagery imbue impala imperial implore inborn incense incisor incubate indigo indoors indulge
infinity inflate infuse ingot inhibit inkling inkwell inlay inlet inmost innate inning inquest inscribe insulin
intend intimate intrepid invoice ionic iota iris irrigate issuer italic itemize jackal jade jagged jalapeno jamboree
jangle janitor jasmine javelin jawbone jaybird jazzy jeep jersey jester jetlag jettison jewelry jigsaw jockey jogger
joiner jolly jolt jostle journal jovial joyful joystick jubilee judo juggler juicy jukebox junction juniper junket
jupiter jurist justice jute juvenile kabob kaftan karaoke karma kayak kazoo keel keeper kelp kerosene kestrel ketch
kettle keyboard keyhole keynote kickoff kilo kimono kindle kinship kiosk kipper knack kneecap knob knotty knuckle
koala kumquat lacework lacrosse lactose ladle lagoon laminate lampoon landlord lantern lapel larch lard laser lasso
lasting lathe lattice launch laurel lavender lavish lawmaker lawyer layaway layover lazily leaflet leakage leapfrog
learner leash leather leaven ledge legacy legible legroom legume lemur lengthy lentil lettuce lever levitate lexicon
ligament lilac lilt limber limeade limpet linden lineage linger lining linseed lintel lipstick literacy litmus llama
loaf lobby lobe locale locust lodestar lodger loft logbook logical logo loiter lollipop lookout loosen lotion lotus
louver lowland lozenge lucid lukewarm lullaby luminous lupine lurk luster lymph lyric macaw machete macro madrigal
maestro magazine magenta magma magpie mahogany maiden mailbox majesty makeup mallet mambo mammoth manatee manila
maraca marimba marlin maroon marsh marvel marzipan mascara mashed mason massage mastiff matador matinee maturity
maverick maxim maypole medley meekly melon memento memoir mender menthol mercury mermaid meteor metric mica microbe
midway mighty migrate mileage military mime minaret mineral mingle mink minnow misfit mishap mitten mocha mockery
modem module mohair moisture molasses molecule molten monarch mongoose monogram monsoon monument moonlit moose moped
morale mortar mosaic mossy motel motif mottled mound mousse movable mower mudslide muffler mulberry munch mundane
murmur mushy musket muslin mustang mutate mutton myriad myrtle mystic nacho narrate narwhal nasal native nautical
navigate navy nearby nebula necktie nectar needle neighbor neon nestle neuron newborn newly newton nibble nickel
nifty ninja nirvana nitrogen nomad nominal noontime nostril notary notch notify nourish novelty novice nozzle nugget
nursery nurture nutmeg nutshell nylon oasis oath oatmeal obelisk oboe obsolete obstacle occasion oceanic ocelot
octave octopus odometer offbeat officer offset ogre oilcloth okra omega omnibus onlooker onset onshore onyx oodles
opal opener optical oracle orbital ordain ordinal oregano origami oriole ornate osprey ottoman outback outcast
outfit outhouse outing outlet outpost outweigh ovation overlap owlet oxide oxtail pacific package padlock pageant
pagoda paisley pajamas pamphlet pancake panorama pansy pantry papaya paprika parable parcel pardon parka parlor
parquet pasta patent pathway patio patron pavilion pawnshop payback payroll peacock pearl pebble pecan peculiar
pedestal pedigree peephole pegboard pellet pendant penguin pension pentagon peony perch perfume perhaps perky
pertain peruse petunia pewter phantom pharmacy phoenix phonics physics pianist piccolo pilgrim pillar pinball pincer
pine pinhole pinnacle pinpoint pinto pinwheel piranha piston pitcher pivot pixel pixie placid plasma plateau playpen
plaza plenty pliable pliers plot plumage plural plush plywood poach pocket podcast podium poetry pointer poise poker
polenta polka pollen polo poncho pontoon poplar poppy porous porpoise porridge portal postage potluck poultry pounce
powwow prairie preach prelude premium pretzel prevail prickle primate prism prodigy profile pronoun propel proton
proverb prowl prudent prune publish puff pulley pulpit pulsar puma pumice pundit punish purify purple purr pursuit
python quadrant quagmire quail quake qualify quarry quasar queen query quest quibble quiet quill quince quitter
quiver quota racecar racket radial raft ragtime raisin rambler ranger rapture rascal ratify rattle ravine rawhide
reaction reappear reboot receipt recliner recoil recruit redcoat redeem redwood reef reentry referee refine reflex
refund regal rejoice relay relic remedy remnant remorse renown repaint requiem resin respect restore resume retail
retina retort reverb revival rhino ribcage rickety ridicule rind ringlet rinse ripen rivalry rivet roam robin rocky
rodent rogue rolling romper rooftop roster roundup routine rowboat royalty rudder ruffian rugby rugged ruler rumba
rumor runaway rusty rutabaga saber safari saffron sailor salary saline saloon salty salvage samba sampler samurai
sandal sanity sapling sarcasm sardine sari sassy satin saturn saucer savanna savings savory sawdust scaffold scallop
scamper scarf scavenge scenery scholar scone scooter scorch scour scrawl screech scribe scroll sculptor scurry
scuttle seabird seafood seagull seahorse seaport seaweed secede seclude sedan sediment seesaw seltzer semester
sensory sepia sequoia serenade sesame setback severe shackle shaggy shallot shampoo shanty shape sharpen shatter
shawl sheep sherbet shindig shirt shogun shopper shorten shovel showcase shred shrine shrub shudder sidecar silage
silicon silky simmer sincere sinew sinus sitar sitcom sizzle skater skeleton skeptic skewer skiing skillet skunk
skylark slacks slate sled sleek slipper slither sliver slouch slumber slurp slushy smack smaller smelt smith smudge
snag snail snapper snazzy sneaker sneeze snicker sniffle snippet snooze snorkel snout snowman snuggle soapy society
sofa soften sojourn solace solemn soluble sombrero sonar soothe soprano sorcerer soybean spade spanner sparrow
spatula spear sphinx spicy spiffy spigot spinach spiral spitfire splash splendid splurge sponge spooky sporty sprain
sprout spruce squad squeaky squirt stain stamina stanza stapler starch stash static stealth steer stellar stencil
stepson stern stimulus stirrup stitch stork stowaway strange stretch strict strut stubborn stucco studio stump stunt
sturdy stylus subdue sublime subsidy suburb suction suede suffix sulfur sultan summon sunbeam sundial sunken sunrise
superb supper surname surplus sushi suspend suture swagger swampy swan swatch sweater swerve swirl swivel swoop
sycamore tabasco tablet tactful tadpole taffy takeoff talisman tallow talon tandem tango tankard tariff tarot
tarragon tartan tavern tawny taxicab teacher teapot teardrop teaspoon teenage teepee telegram temper tenor tepid
teriyaki termite terrace tertiary testify textile thatch thaw theorem therapy thicket thimble thirsty thistle thorn
thread thrift thrush tiara tibia tidal tidbit tiebreak tighten tilapia tiller timid tinfoil tinsel tintype tipoff
tipster tiptoe titan toaster toboggan toffee tolerant tollgate tonsil toolbox topaz topcoat topiary torpedo torrent
torso toucan toupee tourism trachea trailer trapeze treacle treble treetop trespass tribute trinket trio tripod
triumph trivia trolley trombone troop trowel truffle trundle tryout tuba tubular tugboat tulip tumbler tundra
tuneful tungsten tunic turban turnip turret tussle tutor tuxedo twang tweezers twelfth twig twilight twinkle twofold
tycoon typhoon ulterior ultra umpire unbutton uncanny uncork unearth unfurl unicycle unify unleash unlike unmask
unpack unpin unravel unroll unruly unsung untangle untie unwind unzip upbeat upfront uphill upkeep uplift upload
upright uproot upscale upstream upward uranium urchin urgency utensil utopia vaccine valiant valor value vanilla
variety varsity vase vector vegan veneer venison veranda verdict verge vernal vest vibrate vigil vigor viking
vinegar vinyl violet viper vista vitamin viva volatile volley voltage vortex voucher voyager vulture waddle wafer
waiter wakeful walkway wallaby waltz warbler wardrobe warhorse warmth wasabi washer wattage waxwork waylay wayside
wealthy weaver webbing weekday weevil weighty welder welfare western wetland whack whisker whittle wiggle wigwam
wildcat willow winery winsome wisteria wombat worthy wrapper wreath wrecker wrench wryly yank yarn yeast yield yodel
yoga yogurt yonder yoyo yule zealous zenith zigzag zinc zircon zither zodiac zoning zoology zucchini`.split(/\s/)

/** SHA-256 of {@link WORDS}, joined by LF with none at the end. */
export const WORDS_SHA256 = '0xfb73069dd2e693af5727d3dec260504f4f9b0ea7c2158e48cd69a37e855b949e'
