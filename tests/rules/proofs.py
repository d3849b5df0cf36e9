"""By page and by the other module: the tests that prove what the page's table "Interactions" says of the two.

A test is named by its file and its function, both without "test_". ``test_pairs.py`` compares this list with the pages.
"""

PROOFS: dict[str, dict[str, tuple[str, ...]]] = {
    "BASE": {
        "RIVER": ("river::RIVER_02_the_start_tile_stays_in_the_box",),
        "ABBOT": ("base_end::BASE_120_normal_follower_big_follower_and_abbot_are_followers",),
        "INNS": ("inns::INNS_12_a_completed_cathedral_city_is_worth_three_a_tile_and_pennant",),
        "TRADERS": ("base_end::BASE_120_builder_and_pig_are_not_followers",),
        "FLIGHT": ("flying::FLIGHT_18_and_FLIGHT_X1_several_monks_the_majority_scores_and_all_go_home",),
        "MSG": ("messages::MSG_51_and_MSG_X12_before_the_final_scoring_the_figures_are_added_up",),
        "FERRY": ("ferries::FERRY_20_and_TURN_50_whatever_closed_it_and_whoever_is_in_it",),
        "GOLD": ("gold::GOLD_20_and_TURN_60_after_the_scoring_the_figures_are_home_when_ingots_are_taken",),
        "MAGE": ("mage::TURN_51_values_hold_mage_and_witch_already_when_the_scoring_begins",),
        "ROBBER": ("robbers::ROBBER_24_and_TURN_X7_a_theft_concerns_one_item_and_the_order_decides_which",),
        "CIRCLE": ("circles::CIRCLE_03_and_CIRCLE_04_the_circle_parts_roads_and_fields_and_nobody_stands_on_it",),
        "TOWER": ("pairs::TOWER_35_with_either_base_a_farmer_is_taken",),
        "KING": ("king::KING_13_and_KING_23_an_empty_feature_sets_the_record_too",),
        "POST": ("postman::POST_34_and_POST_E2_a_city_with_a_postman",),
    },
    "WINTER": {
        "TOWER": (
            "pairs::WINTER_20_and_TURN_X8_with_TOWER_a_capture_before_a_city_of_two_tiles_is_scored",
            "pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",
        ),
        "KING": (
            "king::KING_09_with_WINTER_a_city_of_two_tiles_is_a_city",
            "pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",
        ),
        "POST": (
            "postman::POST_R1_and_WINTER_20_a_city_of_two_tiles_with_a_postman",
            "pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",
        ),
        "RIVER": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "ABBOT": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "INNS": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "TRADERS": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "FLIGHT": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "MSG": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "FERRY": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "GOLD": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "MAGE": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "ROBBER": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
        "CIRCLE": ("pairs::WINTER_20_with_any_module_a_city_of_two_tiles_gives_two_points",),
    },
    "RIVER": {
        "BASE": ("river::RIVER_02_the_start_tile_stays_in_the_box",),
        "WINTER": ("river::RIVER_02_the_start_tile_stays_in_the_box",),
        "ABBOT": ("river::RIVER_16_and_RIVER_34_the_abbot_in_the_garden_of_BB6F10",),
        "TRADERS": ("river::RIVER_R10_the_second_tile_of_a_double_turn_is_a_river_tile",),
        "MSG": ("river::RIVER_R11_the_extra_tile_of_a_message_is_a_river_tile",),
        "TOWER": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "GOLD": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "MAGE": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "ROBBER": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "CIRCLE": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "FLIGHT": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "FERRY": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "POST": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
    },
    "ABBOT": {
        "WINTER": ("abbot::ABBOT_04_in_winter_he_has_only_monasteries",),
        "RIVER": ("river::RIVER_16_and_RIVER_34_the_abbot_in_the_garden_of_BB6F10",),
        "INNS": ("abbot::ABBOT_12_the_gardens_of_INNS_and_TRADERS_take_nobody_else",),
        "TRADERS": (
            "abbot::TRADERS_25_the_abbot_is_no_follower_a_builder_or_pig_can_rely_on",
            "abbot::ABBOT_X7_and_ABBOT_R7_taken_back_in_one_part_and_placed_in_the_other",
        ),
        "FLIGHT": (
            "abbot::FLIGHT_05_the_abbot_does_not_fly",
            "abbot::ABBOT_30_and_ABBOT_X6_only_the_player_who_takes_back_scores_and_the_others_stay",
        ),
        "MSG": (
            "abbot::MSG_R7_the_abbot_counts_for_message_3_on_a_monastery_not_in_a_garden",
            "abbot::MSG_38_message_8_pays_for_the_abbot_only_with_the_majority",
            "abbot::TURN_R2_a_recall_shares_the_one_message_of_step_3",
        ),
        "FERRY": ("abbot::ABBOT_24_ferries_mage_and_king_have_no_part_in_it",),
        "MAGE": ("abbot::ABBOT_24_ferries_mage_and_king_have_no_part_in_it",),
        "GOLD": ("abbot::GOLD_R2_a_garden_completed_with_an_abbot_brings_its_ingots_and_a_recall_none",),
        "ROBBER": ("abbot::ROBBER_20_the_points_of_a_recall_can_be_robbed",),
        "CIRCLE": ("abbot::CIRCLE_12_circles_do_not_concern_the_abbot",),
        "TOWER": (
            "abbot::TOWER_R16_the_abbot_may_not_stand_on_a_tower",
            "abbot::TOWER_R17_the_abbot_can_be_captured_and_ransomed",
        ),
        "POST": (
            "abbot::POST_R4_the_abbot_may_not_enter_a_post_office",
            "abbot::POST_R19_an_abbot_retained_in_a_completed_monastery_cannot_be_taken_back",
        ),
    },
    "INNS": {
        "BASE": (
            "inns::INNS_06_a_completed_inn_road_is_worth_two_a_tile",
            "inns::INNS_12_a_completed_cathedral_city_is_worth_three_a_tile_and_pennant",
        ),
        "WINTER": (
            "inns::INNS_12_in_winter_a_city_of_two_tiles_stays_at_two_points",
            "winter::WINTER_R5_modules_of_the_plus_book_leave_the_winter_rules_in_force",
        ),
        "ABBOT": ("inns::INNS_34_gardens_on_InB_and_InH_only_with_the_abbot",),
        "TRADERS": ("inns::INNS_27_where_a_follower_is_asked_for_he_is_one",),
        "FLIGHT": ("inns::FLIGHT_05_the_big_follower_flies_and_lands_with_strength_2",),
        "MSG": (
            "inns::MSG_41_unfinished_inn_road_and_cathedral_city_are_worth_0",
            "inns::MSG_43_the_big_follower_is_one_knight_or_farmer",
        ),
        "FERRY": ("inns::FERRY_23_a_ferry_lake_is_no_inn_and_an_inn_works_across_ferries",),
        "GOLD": ("inns::GOLD_20_strengths_decide_who_gets_ingots",),
        "MAGE": (
            "inns::MAGE_22_inn_and_cathedral_are_counted_first",
            "inns::MAGE_31_at_the_end_the_mage_gives_one_a_tile_and_nothing_for_pennants",
        ),
        "ROBBER": ("inns::ROBBER_20_half_of_the_points_with_the_inn",),
        "CIRCLE": ("inns::CIRCLE_16_the_big_follower_is_one_follower_when_taken_back_or_added",),
        "TOWER": (
            "inns::TOWER_74_and_TOWER_75_the_big_follower_is_captured_and_ransomed_as_one",
            "inns::TOWER_R2_six_players_with_the_base_of_six_colours",
        ),
        "KING": ("inns::KING_16_sizes_are_tiles_whatever_inns_and_cathedrals_do",),
        "POST": ("inns::POST_R4_the_big_follower_may_be_client_of_an_office_and_ties_with_a_postman",),
    },
    "TRADERS": {
        "BASE": ("turn::TURN_70_the_second_part_has_all_its_steps",),
        "RIVER": ("river::RIVER_R10_the_second_tile_of_a_double_turn_is_a_river_tile",),
        "ABBOT": (
            "abbot::TRADERS_25_the_abbot_is_no_follower_a_builder_or_pig_can_rely_on",
            "traders::TRADERS_11_gardens_on_HK_and_HU_only_with_the_abbot",
        ),
        "INNS": ("inns::INNS_27_where_a_follower_is_asked_for_he_is_one",),
        "FLIGHT": (
            "traders::FLIGHT_05_builder_and_pig_do_not_fly",
            "traders::FLIGHT_a_flown_follower_gives_the_right_to_a_builder_and_a_machine_tile_prolongs",
        ),
        "MSG": (
            "traders::MSG_50_a_message_in_each_part",
            "traders::MSG_43_builder_and_pig_are_not_counted_and_not_taken",
            "traders::MSG_38_they_go_home_with_their_last_follower",
        ),
        "FERRY": (
            "traders::FERRY_24_a_road_prolonged_by_a_ferry_alone_earns_nothing",
            "traders::TURN_42_a_turned_ferry_that_leaves_the_builder_alone_sends_it_home",
        ),
        "GOLD": ("traders::GOLD_20_goods_to_who_completes_and_ingots_to_the_majority",),
        "MAGE": ("traders::MAGE_no_effect_on_goods_and_double_turns",),
        "ROBBER": ("traders::ROBBER_R10_the_points_of_goods_are_not_robbed",),
        "CIRCLE": (
            "circles::CIRCLE_21_and_CIRCLE_X1_a_builder_left_alone_goes_home",
            "traders::CIRCLE_21_and_TURN_76_a_circle_before_the_second_part",
        ),
        "TOWER": (
            "traders::TOWER_76_and_TOWER_77_builder_and_pig_are_not_captured_and_climb_no_tower",
            "traders::TRADERS_R14_what_happens_to_the_builder_afterwards_does_not_cancel_the_double_turn",
        ),
        "KING": ("traders::KING_12_the_completer_is_the_active_player_in_either_part",),
        "POST": ("traders::POST_R13_a_postman_is_enough_for_a_builder_who_is_never_retained",),
    },
    "TURN": {
        "RIVER": ("messages::TURN_21_an_extra_tile_is_a_river_tile_while_there_are_any",),
        "ABBOT": (
            "turn::TURN_30_and_TURN_31_one_list_of_which_one_thing_is_done",
            "abbot::ABBOT_31_the_points_are_the_first_of_step_3",
        ),
        "INNS": ("pairs::TURN_51_with_INNS_only_points_and_majorities_change",),
        "TRADERS": (
            "turn::TURN_22_it_is_noted_whether_the_tile_prolongs_the_builders_road",
            "turn::TURN_91_the_final_scoring_of_everything_in_its_order",
        ),
        "FLIGHT": ("flying::FLIGHT_16_and_TURN_31_after_a_crash_the_step_is_used_up",),
        "MSG": (
            "messages::TURN_53_every_winner_chooses_in_clockwise_order_from_the_active_player",
            "messages::MSG_34_and_TURN_80_the_extra_tile_runs_its_own_steps_inside_the_message",
        ),
        "FERRY": ("ferries::FERRY_13_and_TURN_X2_the_new_ferry_is_laid_and_not_turned",),
        "GOLD": (
            "turn::TURN_X1_and_TURN_60_a_gold_tile_from_the_ingots_laid_to_the_ingots_taken",
            "turn::TURN_91_the_final_scoring_of_everything_in_its_order",
        ),
        "MAGE": (
            "mage::MAGE_12_and_MAGE_X1_a_tile_brings_them_together_and_one_is_taken_off",
            "turn::TURN_57_postmen_decide_then_followers_and_builders_go_home_and_magic_leaves",
        ),
        "ROBBER": (
            "robbers::TURN_25_robbers_come_after_ingots_and_magic_and_before_step_2",
            "robbers::TURN_62_a_robber_that_stole_is_home_and_can_be_placed_by_a_robber_tile_of_message_4",
        ),
        "CIRCLE": ("circles::CIRCLE_11_and_TURN_63_one_after_the_other_from_the_left_the_active_player_last",),
        "TOWER": (
            "tower::TURN_32_capture_lone_builder_and_exchange_happen_inside_step_2",
            "tower::TOWER_R13_a_double_turn_has_floors_in_both_parts_and_one_ransom",
            "traders::TRADERS_R14_what_happens_to_the_builder_afterwards_does_not_cancel_the_double_turn",
        ),
        "KING": (
            "king::KING_R7_and_TURN_56_the_tokens_change_hands_in_step_3_before_figures_go_home",
            "ferries::FERRY_and_KING_who_turns_the_ferry_completes_the_road",
        ),
        "POST": (
            "turn::TURN_30_after_an_office_tile_also_what_it_brings",
            "turn::TURN_57_postmen_decide_then_followers_and_builders_go_home_and_magic_leaves",
        ),
        "WINTER": (
            "turn::TURN_20_every_turn_begins_with_a_draw_and_a_tile",
            "pairs::TURN_10_with_WINTER_the_same_skeleton",
        ),
    },
    "FLIGHT": {
        "BASE": ("pairs::FLIGHT_13_with_either_base_fields_are_never_legal",),
        "WINTER": ("pairs::FLIGHT_13_with_either_base_fields_are_never_legal",),
        "RIVER": ("flying::FLIGHT_10_with_RIVER_a_river_tile_can_be_the_landing_tile",),
        "ABBOT": ("flying::FLIGHT_18_with_ABBOT_a_flown_monk_joins_an_abbot_who_may_still_be_taken_back",),
        "INNS": ("inns::FLIGHT_05_the_big_follower_flies_and_lands_with_strength_2",),
        "TRADERS": ("flying::FLIGHT_17_with_TRADERS_landing_on_the_builders_road_earns_nothing",),
        "MSG": (
            "messages::TURN_81_with_FLIGHT_the_machine_of_the_extra_tile_may_be_used",
            "flying::FLIGHT_16_and_FLIGHT_R9_with_MSG_nothing_is_put_on_the_extra_tile_after_a_crash",
        ),
        "FERRY": ("ferries::FERRY_and_FLIGHT_a_follower_may_land_on_a_road_end_and_ferries_are_turned_afterwards",),
        "GOLD": ("gold::GOLD_22_with_FLIGHT_the_majority_of_several_monks_takes_them",),
        "CIRCLE": ("flying::FLIGHT_R9_with_CIRCLE_a_crash_does_not_bar_option_A",),
        "TOWER": (
            "flying::FLIGHT_15_with_TOWER_a_follower_that_landed_can_be_captured_on_its_tile",
            "tower::TOWER_R29_a_flying_follower_lands_in_a_feature_and_never_on_a_tower",
        ),
        "POST": (
            "flying::FLIGHT_11_with_POST_an_incomplete_office_is_legal_and_the_postman_flies",
            "flying::FLIGHT_14_with_POST_a_scored_zone_with_retained_followers_is_completed",
        ),
    },
    "MSG": {
        "BASE": ("messages::MSG_22_with_BASE_15_without_farmers_message_7_has_no_object",),
        "WINTER": ("messages::MSG_40_with_WINTER_values_are_those_of_its_final_scoring",),
        "RIVER": ("messages::TURN_21_an_extra_tile_is_a_river_tile_while_there_are_any",),
        "ABBOT": (
            "messages::MSG_R7_with_ABBOT_an_abbot_makes_a_monastery_count_and_gardens_do_not",
            "messages::MSG_38_with_ABBOT_message_8_takes_an_abbot_by_its_own_majority_rule",
        ),
        "INNS": (
            "messages::MSG_41_an_unfinished_cathedral_city_is_worth_0",
            "messages::MSG_43_the_big_follower_is_one_knight_and_one_farmer",
        ),
        "TRADERS": (
            "messages::MSG_50_and_TURN_75_a_message_can_be_won_in_each_part_of_a_double_turn",
            "messages::MSG_X8_message_8_without_the_majority_pays_nothing_and_the_builder_goes_home",
        ),
        "FLIGHT": ("messages::MSG_33_with_FLIGHT_one_monk_of_several_is_enough_for_message_3_but_not_for_8",),
        "FERRY": (
            "messages::MSG_31_with_FERRY_message_1_sees_the_roads_as_joined_now",
            "ferries::FERRY_15_and_FERRY_R6_the_extra_tile_of_a_message_belongs_to_the_part",
        ),
        "GOLD": ("messages::TURN_60_and_TURN_61_with_GOLD_ingots_are_handed_out_before_the_message",),
        "MAGE": ("messages::MSG_42_with_MAGE_mage_and_witch_count_for_the_values_and_stay",),
        "ROBBER": (
            "robbers::MSG_X10_with_MSG_points_of_a_message_can_be_robbed",
            "robbers::ROBBER_35_and_MSG_X13_stolen_points_in_the_own_turn_can_give_a_message",
        ),
        "CIRCLE": ("messages::TURN_63_with_CIRCLE_the_circle_comes_after_all_messages_of_the_part",),
        "TOWER": (
            "messages::MSG_38_with_TOWER_prisoners_are_not_on_the_table",
            "messages::MSG_38_with_TOWER_a_follower_on_a_tower_may_be_taken_down_for_nothing",
            "messages::TOWER_R21_with_TOWER_ransom_draws_no_message",
        ),
        "KING": ("messages::MSG_34_with_KING_a_tile_laid_by_message_4_can_win_the_token",),
        "POST": (
            "messages::MSG_31_with_POST_a_completed_road_with_retained_followers_is_worth_0_and_so_the_smallest",
            "postman::POST_R17_with_MSG_the_retained_count_and_their_zone_is_worth_nothing",
            "postman::POST_R27_with_MSG_an_office_tile_of_message_4_allows_only_figures_on_it",
        ),
    },
    "FERRY": {
        "RIVER": ("ferries::FERRY_the_lake_of_the_river_is_no_ferry_lake",),
        "INNS": (
            "ferries::FERRY_23_an_inn_doubles_the_whole_road_across_ferries",
            "pairs::FERRY_23_with_INNS_a_turned_ferry_can_cut_the_inn_off",
        ),
        "TRADERS": ("ferries::FERRY_24_a_lake_tile_on_the_builders_road_earns_it_wherever_its_ferry_lies",),
        "FLIGHT": ("ferries::FERRY_and_FLIGHT_a_follower_may_land_on_a_road_end_and_ferries_are_turned_afterwards",),
        "MSG": (
            "ferries::FERRY_and_MSG_message_1_looks_at_the_roads_as_joined_now",
            "ferries::FERRY_15_and_FERRY_R6_the_extra_tile_of_a_message_belongs_to_the_part",
        ),
        "GOLD": ("ferries::FERRY_and_GOLD_a_completed_road_collects_the_ingots_of_its_lakes",),
        "MAGE": (
            "mage::MAGE_14_a_ferry_brings_them_together",
            "pairs::MAGE_24_with_FERRY_a_road_closed_by_a_ferry_is_completed_for_them",
        ),
        "ROBBER": ("ferries::FERRY_and_ROBBER_points_of_a_turned_ferry_are_ordinary_points",),
        "CIRCLE": ("ferries::FERRY_and_CIRCLE_an_added_follower_stands_with_the_older_one_when_the_road_is_split",),
        "TOWER": ("ferries::FERRY_and_TOWER_the_ferry_is_laid_also_when_step_2_was_a_floor",),
        "KING": (
            "ferries::FERRY_and_KING_who_turns_the_ferry_completes_the_road",
            "king::KING_R8_and_KING_R10_and_KING_R11_with_FERRY_a_road_opened_and_completed_again",
        ),
        "POST": (
            "postman::POST_R20_with_FERRY_a_road_opened_again_ends_the_retention",
            "postman::POST_R8_completeness_is_judged_before_ferries_are_turned",
        ),
    },
    "GOLD": {
        "RIVER": ("gold::GOLD_02_with_RIVER_a_river_tile_may_get_the_second_ingot",),
        "ABBOT": (
            "gold::GOLD_21_with_ABBOT_a_garden_brings_the_ingots_of_its_nine_tiles",
            "gold::GOLD_20_with_ABBOT_a_recall_claims_nothing_beside_a_completed_road",
        ),
        "INNS": ("gold::GOLD_22_with_INNS_the_big_follower_decides_the_majority",),
        "TRADERS": ("gold::GOLD_22_with_TRADERS_goods_go_to_who_completes_and_the_builder_claims_nothing",),
        "FLIGHT": ("gold::GOLD_22_with_FLIGHT_the_majority_of_several_monks_takes_them",),
        "MSG": (
            "gold::GOLD_20_with_MSG_a_message_brings_no_ingots",
            "messages::TURN_60_and_MSG_34_with_GOLD_the_extra_tile_has_its_own_step_4a",
        ),
        "FERRY": ("gold::GOLD_21_with_FERRY_roads_as_joined_at_the_scoring_lakes_included",),
        "TOWER": (
            "gold::GOLD_22_with_TOWER_a_follower_captured_in_step_2_does_not_count",
            "gold::GOLD_22_with_TOWER_a_follower_on_a_tower_claims_nothing",
        ),
        "POST": ("gold::GOLD_21_with_POST_an_office_claims_its_nine_tiles_and_retained_followers_nothing_later",),
    },
    "MAGE": {
        "WINTER": ("mage::MAGE_and_WINTER_the_short_city_sets_the_base_points",),
        "RIVER": ("mage::MAGE_and_RIVER_roads_and_cities_of_river_tiles_are_ordinary",),
        "INNS": (
            "mage::MAGE_22_and_MAGE_E3_the_inn_is_counted_first",
            "mage::MAGE_31_and_MAGE_E4_an_unfinished_city_with_a_cathedral_and_pennants",
        ),
        "TRADERS": ("mage::MAGE_and_TRADERS_goods_and_builder_are_not_concerned",),
        "FLIGHT": ("mage::MAGE_and_FLIGHT_landing_beside_a_magic_figure_is_allowed",),
        "MSG": ("mage::MAGE_and_MSG_messages_pay_the_changed_points_and_the_figure_stays",),
        "FERRY": (
            "mage::MAGE_10_and_MAGE_R1_the_segment_counts_where_a_ferry_can_split_the_road",
            "mage::MAGE_14_a_ferry_brings_them_together",
        ),
        "ROBBER": ("mage::MAGE_and_ROBBER_half_of_the_changed_points",),
        "TOWER": ("mage::MAGE_and_TOWER_magic_figures_cannot_be_captured",),
        "POST": ("mage::MAGE_and_POST_the_figure_leaves_also_when_followers_are_retained",),
    },
    "ROBBER": {
        "ABBOT": ("robbers::ROBBER_20_with_ABBOT_the_points_of_a_recall_can_be_robbed_and_come_first",),
        "INNS": ("robbers::ROBBER_20_with_INNS_half_of_the_points_of_the_feature_as_it_is_paid",),
        "MAGE": ("robbers::ROBBER_20_with_MAGE_half_of_the_points_as_the_mage_makes_them",),
        "TRADERS": (
            "robbers::ROBBER_27_with_TRADERS_each_part_of_a_double_turn_has_its_own_thefts",
            "traders::ROBBER_R10_the_points_of_goods_are_not_robbed",
        ),
        "MSG": (
            "robbers::ROBBER_20_with_MSG_a_robber_stands_with_both_figures_if_they_share_its_space",
            "robbers::ROBBER_X1_with_MSG_the_owner_of_the_figures_can_avoid_a_robber",
            "robbers::MSG_X10_with_MSG_points_of_a_message_can_be_robbed",
        ),
        "FERRY": ("robbers::ROBBER_20_with_FERRY_the_points_of_a_road_closed_by_a_ferry_are_ordinary_ones",),
        "TOWER": ("robbers::ROBBER_X7_and_ROBBER_R8_with_TOWER_the_captors_three_points_can_be_robbed",),
        "KING": ("robbers::ROBBER_40_with_KING_the_tokens_are_final_scoring_and_nobody_steals_from_it",),
        "POST": (
            "robbers::ROBBER_20_with_POST_the_points_of_a_withdrawal_can_be_robbed",
            "postman::POST_43_with_ROBBER_points_of_an_office_can_be_robbed",
        ),
    },
    "CIRCLE": {
        "BASE": ("circles::CIRCLE_12_with_BASE_15_without_farmers_a_pitchfork_concerns_nobody",),
        "ABBOT": ("circles::CIRCLE_X4_with_ABBOT_the_abbot_is_neither_concerned_nor_added",),
        "INNS": ("circles::CIRCLE_18_and_CIRCLE_X2_a_big_follower_is_one_follower",),
        "TRADERS": (
            "circles::TURN_03_with_TRADERS_builder_and_pig_are_neither_added_nor_taken_back",
            "circles::CIRCLE_21_and_CIRCLE_X1_a_builder_left_alone_goes_home",
            "turn::TURN_X3_and_TURN_76_a_circle_in_the_first_part_of_a_double_turn",
        ),
        "FLIGHT": ("flying::FLIGHT_R9_with_CIRCLE_a_crash_does_not_bar_option_A",),
        "MSG": (
            "messages::MSG_34_with_CIRCLE_a_circle_tile_laid_by_message_4_has_its_action_inside_the_message",
            "messages::TURN_63_with_CIRCLE_the_circle_comes_after_all_messages_of_the_part",
        ),
        "FERRY": ("circles::CIRCLE_14_with_FERRY_the_added_follower_stands_on_the_side_of_the_older_one",),
        "GOLD": ("pairs::CIRCLE_03_with_GOLD_MAGE_and_ROBBER_a_road_that_ends_at_a_circle",),
        "MAGE": ("pairs::CIRCLE_03_with_GOLD_MAGE_and_ROBBER_a_road_that_ends_at_a_circle",),
        "ROBBER": ("pairs::CIRCLE_03_with_GOLD_MAGE_and_ROBBER_a_road_that_ends_at_a_circle",),
        "KING": ("king::KING_23_with_CIRCLE_a_road_ends_at_the_circle",),
        "TOWER": (
            "circles::CIRCLE_16_with_TOWER_followers_on_towers_and_prisoners_are_not_concerned",
            "circles::CIRCLE_13_with_TOWER_a_follower_ransomed_after_the_scoring_may_be_added",
        ),
        "POST": (
            "circles::CIRCLE_18_with_POST_the_postman_is_a_thief_or_knight_like_any_other",
            "postman::POST_R21_with_CIRCLE_option_a_beside_the_retained",
            "postman::POST_R21_with_CIRCLE_option_b_takes_a_retained_one_and_with_the_postman_all",
        ),
    },
    "TOWER": {
        "BASE": (
            "pairs::TOWER_35_with_either_base_a_farmer_is_taken",
            "pairs::WINTER_20_and_TURN_X8_with_TOWER_a_capture_before_a_city_of_two_tiles_is_scored",
        ),
        "WINTER": (
            "pairs::TOWER_35_with_either_base_a_farmer_is_taken",
            "pairs::WINTER_20_and_TURN_X8_with_TOWER_a_capture_before_a_city_of_two_tiles_is_scored",
        ),
        "RIVER": (
            "tower::TOWER_with_the_river_no_tower_comes_before_its_end",
            "pairs::TOWER_28_with_RIVER_a_river_tile_lies_in_reach_like_any_other",
        ),
        "ABBOT": ("tower::TOWER_R16_and_TOWER_R17_the_abbot_is_taken_exchanged_and_ransomed_but_climbs_no_tower",),
        "INNS": (
            "tower::TOWER_74_a_big_follower_is_taken_with_all_its_strength",
            "inns::TOWER_74_and_TOWER_75_the_big_follower_is_captured_and_ransomed_as_one",
        ),
        "TRADERS": (
            "tower::TOWER_76_a_builder_in_reach_is_no_answer",
            "tower::TOWER_X9_a_builder_left_alone_goes_home_at_once",
            "tower::TOWER_R13_a_double_turn_has_floors_in_both_parts_and_one_ransom",
        ),
        "FLIGHT": ("tower::TOWER_R29_a_flying_follower_lands_in_a_feature_and_never_on_a_tower",),
        "MSG": (
            "tower::TOWER_R19_message_8_may_take_a_follower_from_a_tower_for_nothing",
            "tower::TURN_81_and_TOWER_R20_the_extra_tile_of_a_message_grants_no_tower_action",
            "messages::TOWER_R21_with_TOWER_ransom_draws_no_message",
        ),
        "FERRY": ("tower::TOWER_R28_the_ferry_is_laid_also_when_the_action_was_a_floor",),
        "GOLD": (
            "tower::TOWER_43_with_gold_a_captured_follower_claims_no_ingot",
            "gold::GOLD_22_with_TOWER_a_follower_on_a_tower_claims_nothing",
        ),
        "MAGE": ("tower::TOWER_34_mage_and_witch_are_nobodys_followers_and_are_not_taken",),
        "ROBBER": ("tower::TOWER_R22_a_robber_takes_its_half_of_the_ransom_from_the_captor",),
        "CIRCLE": (
            "circles::CIRCLE_16_with_TOWER_followers_on_towers_and_prisoners_are_not_concerned",
            "tower::TOWER_R12_the_third_window_comes_before_the_crop_circle",
        ),
        "KING": ("king::KING_16_modules_without_contact_change_nothing",),
        "POST": (
            "tower::TOWER_R16_the_postman_is_exchanged_ransomed_and_may_stand_on_a_tower",
            "tower::TOWER_R23_a_captured_postman_frees_the_followers_he_retained",
            "postman::POST_R22_with_TOWER_a_postman_on_a_tower_is_in_no_zone",
        ),
    },
    "KING": {
        "BASE": (
            "king::KING_05_and_KING_06_the_crossing_city_tile_has_two_separate_cities",
            "pairs::KING_23_with_BASE_a_closed_loop_is_a_completed_road",
        ),
        "WINTER": ("king::KING_09_with_WINTER_a_city_of_two_tiles_is_a_city",),
        "RIVER": ("king::KING_19_with_RIVER_cities_and_roads_on_river_tiles_count",),
        "ABBOT": ("king::KING_16_modules_without_contact_change_nothing",),
        "INNS": (
            "king::KING_16_with_INNS_cathedral_and_inn_change_points_only",
            "king::KING_R12_with_INNS_the_short_paths_are_no_roads",
        ),
        "TRADERS": (
            "king::KING_12_and_TURN_56_with_TRADERS_who_completes_takes_goods_and_king",
            "king::KING_R7_with_TRADERS_each_tile_of_a_double_turn_is_checked",
            "king::KING_26_and_KING_X9_a_tile_the_road_crosses_twice_counts_once",
        ),
        "TURN": ("king::KING_R7_and_TURN_56_the_tokens_change_hands_in_step_3_before_figures_go_home",),
        "MSG": ("king::KING_12_with_MSG_a_tile_laid_by_a_message_counts_for_the_active_player",),
        "FERRY": (
            "king::KING_R9_and_KING_18_with_FERRY_roads_completed_by_tile_and_ferry_are_compared_together",
            "king::KING_R8_and_KING_R10_and_KING_R11_with_FERRY_a_road_opened_and_completed_again",
        ),
        "MAGE": ("king::KING_16_modules_without_contact_change_nothing",),
        "ROBBER": ("robbers::ROBBER_40_with_KING_the_tokens_are_final_scoring_and_nobody_steals_from_it",),
        "CIRCLE": ("king::KING_23_with_CIRCLE_a_road_ends_at_the_circle",),
        "TOWER": ("king::KING_16_modules_without_contact_change_nothing",),
        "POST": ("king::KING_10_with_POST_a_zone_counts_once_and_retained_followers_change_nothing",),
    },
    "POST": {
        "BASE": (
            "postman::POST_35_with_BASE_he_may_be_put_on_a_zone_completed_by_the_same_tile",
            "postman::POST_37_a_postman_taken_off_is_usable_from_the_next_turn",
        ),
        "WINTER": ("postman::POST_R1_and_WINTER_20_a_city_of_two_tiles_with_a_postman",),
        "RIVER": ("river::RIVER_06_tiles_of_the_other_modules_come_after_the_river",),
        "ABBOT": (
            "postman::POST_12_a_big_follower_may_be_client_and_an_abbot_may_not",
            "postman::POST_21_with_ABBOT_he_joins_an_abbot_in_a_monastery",
            "postman::POST_R19_with_ABBOT_a_retained_abbot_cannot_be_taken_back",
        ),
        "INNS": (
            "postman::POST_43_and_POST_44_and_POST_X6_the_majority_in_a_completed_office",
            "postman::POST_34_with_INNS_inns_and_cathedrals_change_the_points_as_usual",
        ),
        "TRADERS": (
            "postman::POST_X11_a_builder_left_alone_goes_home",
            "postman::POST_X12_a_builder_is_never_retained",
            "postman::POST_42_with_TRADERS_goods_are_given_once_to_who_completes_the_city",
        ),
        "TURN": ("turn::TURN_57_postmen_decide_then_followers_and_builders_go_home_and_magic_leaves",),
        "FLIGHT": ("postman::POST_R18_with_FLIGHT_who_may_land_in_an_office_and_where_the_postman_lands",),
        "MSG": (
            "postman::POST_R17_with_MSG_the_retained_count_and_their_zone_is_worth_nothing",
            "postman::POST_R17_with_MSG_message_8_takes_a_retained_one_for_nothing",
            "messages::MSG_R7_with_POST_an_office_is_no_monastery_but_pays_by_message_8",
        ),
        "FERRY": (
            "postman::POST_R8_completeness_is_judged_before_ferries_are_turned",
            "postman::POST_R20_with_FERRY_a_road_opened_again_ends_the_retention",
        ),
        "GOLD": (
            "postman::POST_X13_ingots_are_taken_with_the_scoring_once",
            "gold::GOLD_21_with_POST_an_office_claims_its_nine_tiles_and_retained_followers_nothing_later",
        ),
        "MAGE": ("postman::POST_R14_with_MAGE_the_figure_leaves_also_when_followers_are_retained",),
        "ROBBER": (
            "postman::POST_43_with_ROBBER_points_of_an_office_can_be_robbed",
            "robbers::ROBBER_20_with_POST_the_points_of_a_withdrawal_can_be_robbed",
        ),
        "CIRCLE": (
            "postman::POST_R21_with_CIRCLE_option_a_beside_the_retained",
            "postman::POST_R21_with_CIRCLE_option_b_takes_a_retained_one_and_with_the_postman_all",
        ),
        "TOWER": (
            "postman::POST_R22_with_TOWER_a_retained_follower_is_taken_alone_and_the_postman_with_everybody_going_home",
            "postman::POST_R22_with_TOWER_a_postman_on_a_tower_is_in_no_zone",
            "postman::POST_R22_with_TOWER_an_office_pays_nothing_for_a_postman_who_is_taken",
        ),
        "KING": ("postman::POST_42_with_KING_a_zone_counts_once_when_it_is_completed",),
    },
}
