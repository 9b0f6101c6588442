#pragma once

// Scenarios and quantities as JSON: in the records and in the messages to a foreign program. Keys keep their order.

#include <judge/question/scenario.h>
#include <nlohmann/json_fwd.hpp>

namespace judge {

nlohmann::ordered_json to_json(const Quantities& quantities);
nlohmann::ordered_json to_json(const Knobs& knobs);
nlohmann::ordered_json to_json(const Scenario& scenario);

/// The inverses. What is missing or of another type is a nlohmann::json::exception, or a plumb::UserError.
Quantities quantities_from(const nlohmann::json& json);
Scenario scenario_from(const nlohmann::json& json);
/// A whole number that fits.
int count_from(const nlohmann::json& json);

}  // namespace judge
